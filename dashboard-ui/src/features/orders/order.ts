import type { Schema } from '../../api/types';
import { boostsPerToken, outcomeOf, type Outcome } from '../../shared/order-outcome';
import { stockName } from '../../shared/format/words';
import type { BarColour } from '../../ui/progress-bar';

export type Order = Schema<'Order'>;
type ShownStatus = Outcome | 'processing';

export const successfulBoosts = (order: Order) => order['tokens-used'].success.length * boostsPerToken;
export const failedBoosts = (order: Order) => order['tokens-used'].failed.length * boostsPerToken;

/** The status on a card. It is not final until the delivery is done. */
export const shownStatus = (order: Order): ShownStatus =>
  order.state === 'done' ? outcomeOf(order.amount, order['tokens-used'].success.length) : 'processing';

/** Whether the order is done and nothing waits for a verdict. After that only a person can change it. */
export const isSettled = (order: Order | undefined) => order?.state === 'done' && order.pending.length === 0;

/** Maps each replacement token to the failed token that it replaces. */
export const replacedBy = (replacements: Order['replacements']): ReadonlyMap<string, string> =>
  new Map(replacements.map(({ token, replaces }) => [token, replaces]));

/** Maps each failed token to the reason. */
export const failureReasons = (reasons: Order['reasons']): ReadonlyMap<string, string> =>
  new Map(reasons.map(({ token, reason }) => [token, reason]));

/** The status of an order in the list. There `successful` counts tokens. */
export const listedStatus = ({ state, amount, successful }: Schema<'ListedOrder'>): ShownStatus =>
  state === 'done' ? outcomeOf(amount, successful) : 'processing';

/** Successful boosts per hundred ordered. Above 100 when more was delivered than ordered. */
export const successRate = (order: Order) =>
  order.amount > 0 ? (successfulBoosts(order) / order.amount) * 100 : 0;

/** Without any result the rate means nothing and gets no colour. */
export const isRated = (order: Order) =>
  order.state === 'done' || successfulBoosts(order) + failedBoosts(order) > 0;

export function listColour(order: Order): BarColour {
  if (order.state !== 'done') return 'blue';
  const rate = successRate(order);
  if (rate >= 90) return 'green';
  return rate >= 50 ? 'amber' : 'red';
}

/** For the rate in the dialog, which is capped at 100. */
export function dialogColour(rate: number): BarColour {
  if (rate >= 60) return 'green';
  return rate > 0 ? 'blue' : 'red';
}

/** The figures over the loaded orders. */
export function summarize(orders: Order[]) {
  const done = orders.filter(({ state }) => state === 'done');
  const requested = sum(done.map((order) => order.amount));
  return {
    boosts: sum(orders.map(successfulBoosts)),
    completed: orders.filter((order) => shownStatus(order) === 'completed').length,
    /** Over finished orders only. Undefined if there are none. */
    rate: requested > 0 ? (sum(done.map(successfulBoosts)) / requested) * 100 : undefined,
  };
}

export function matchesSearch(order: Order, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [order.orderId, order.guildId, order.invite, order.stock, stockName(order.stock)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/** Extracts the bare code of an invite, whether it is `lofi-lounge` or `https://discord.com/invite/lofi-lounge?event=1`. */
export const inviteCode = (invite: string) =>
  invite
    .replace(/\/?([?#].*)?$/s, '')
    .split('/')
    .at(-1) ?? invite;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
