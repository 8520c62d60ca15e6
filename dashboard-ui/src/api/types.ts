import type { components } from './schema.gen';

/** A body of the API by its name in the OpenAPI document: `Schema<'Order'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * A body some of whose fields the server may leave out. The written contract does not promise them; only the OpenAPI
 * document has them.
 */
export type Sparse<Body, Field extends keyof Body> = Omit<Body, Field> & Partial<Pick<Body, Field>>;
