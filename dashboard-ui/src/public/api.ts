/**
 * The few API calls of the customers' pages, checked against the OpenAPI document. A full client would be too large
 * here.
 */
import type { paths } from '../api/schema.gen';

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

export type PathParameters<Path extends string> = Record<ParameterOf<Path>, string>;

/** The path that a page's data comes from. */
export type DataPath =
  | '/api/fetch/{guildId}/live-stock'
  | '/api/fetch/{guildId}/order/{orderId}/status'
  | '/api/fetch/redeem-order/{guildId}';

export type DataOf<Path extends DataPath> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

/** Fills in the parameters of an API path. */
export function address<Path extends keyof paths>(path: Path, parameters: PathParameters<Path>): string {
  const values: Record<string, string> = parameters;
  return path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(values[name]!));
}
