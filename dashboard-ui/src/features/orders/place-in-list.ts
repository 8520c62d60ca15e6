/** A list as it was when an order was last in it. */
export type Seen = {
  orderId: string;
  ids: readonly string[];
  /** Orders on the pages before. */
  before: number;
};

/** Where in a list the neighbours of an order are; beyond its ends: on another page, or nowhere. */
export type Place = { previous: number; next: number };

/**
 * Where an order stands in a list, or stood before it left. `before`: how many orders are on the pages before this one.
 * Returns nothing for an order that this list never had.
 */
export function placeIn(
  ids: readonly string[],
  before: number,
  orderId: string,
  seen: Seen,
): Place | undefined {
  const index = ids.indexOf(orderId);
  if (index >= 0) return { previous: index - 1, next: index + 1 };
  const was = seen.ids.indexOf(orderId);
  if (seen.orderId !== orderId || was < 0) return undefined;
  const next = gap(ids, before, was, seen);
  return { previous: next - 1, next };
}

/** What stood behind it moved up to this index. */
function gap(ids: readonly string[], before: number, was: number, seen: Seen): number {
  const following = ids.findIndex((id) => seen.ids.indexOf(id) > was);
  if (following >= 0) return following;
  const ahead = ids.findLastIndex((id) => seen.ids.includes(id));
  if (ahead >= 0) return ahead + 1;
  return Math.min(Math.max(0, seen.before + was - before), ids.length);
}
