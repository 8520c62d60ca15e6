/** The few calls of the customers' pages, checked against the API's document. A client of its own would weigh too much here. */
import type { paths } from '../api/schema.gen';

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

export type PathParameters<Path extends string> = Record<ParameterOf<Path>, string>;

/** Where the data of a page comes from. */
export type DataPath =
  | '/api/fetch/{guildId}/live-stock'
  | '/api/fetch/{guildId}/order/{orderId}/status'
  | '/api/fetch/redeem-order/{guildId}';

export type DataOf<Path extends DataPath> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

/** A path of the document with its parameters filled in. */
export function address<Path extends keyof paths>(path: Path, parameters: PathParameters<Path>): string {
  const values: Record<string, string> = parameters;
  return path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(values[name]!));
}
