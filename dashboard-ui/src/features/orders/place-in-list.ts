/** The list as it was when an order was last in it. */
type Seen = {
  orderId: string;
  ids: readonly string[];
  /** How many orders are on the pages before. */
  before: number;
};

/** The indices of an order's neighbours. Outside of the list they are on another page, or do not exist. */
type Place = { previous: number; next: number };

/**
 * The position of an order in a list, or its former position if it has left. `before`: how many orders are on the
 * pages before this one. Undefined for an order that was never in this list.
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

/** The index that the order's former successor has moved up to. */
function gap(ids: readonly string[], before: number, was: number, seen: Seen): number {
  const following = ids.findIndex((id) => seen.ids.indexOf(id) > was);
  if (following >= 0) return following;
  const ahead = ids.findLastIndex((id) => seen.ids.includes(id));
  if (ahead >= 0) return ahead + 1;
  return Math.min(Math.max(0, seen.before + was - before), ids.length);
}
