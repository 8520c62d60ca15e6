import type { components } from './schema.gen';

/** A body of the API by its name in the OpenAPI document: `Schema<'Order'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
