import type { components } from './schema.gen';

/** A body of the API by its name in the OpenAPI document: `Schema<'Order'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A body whose server may leave out some of its fields: what the contract does not name, only the OpenAPI document does. */
export type Sparse<Body, Field extends keyof Body> = Omit<Body, Field> & Partial<Pick<Body, Field>>;
