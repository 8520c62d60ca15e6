import { formatNumber } from '../../shared/format/number';
import { boostsPerToken, outcomeOf, type Outcome } from '../../shared/order-outcome';
import type { OrderStatus } from '../types';

/** Where an order is: as the badge's word, as one sentence, and what its customer can do when it did not go well. */
export type Progress = { outcome: Outcome | 'processing'; sentence: string; advice: string | null };

type Counts = Pick<OrderStatus, 'amount' | 'successfulTokens' | 'failedTokens' | 'state'>;

const advice = 'Please contact the store and name your order ID. They can see what happened.';

export function progressOf(order: Counts): Progress {
  const { amount } = order;
  const delivered = Math.min(amount, order.successfulTokens * boostsPerToken);
  const left = amount - delivered;
  const far = `${formatNumber(delivered)} of ${boosts(amount)} delivered`;

  if (isOpen(order)) {
    return { outcome: 'processing', sentence: underWay(order, far, left), advice: null };
  }
  const outcome = outcomeOf(amount, order.successfulTokens);
  switch (outcome) {
    case 'completed':
      return { outcome, sentence: `All ${boosts(amount)} are delivered.`, advice: null };
    case 'failed':
      return { outcome, sentence: `None of your ${boosts(amount)} could be delivered.`, advice };
    case 'partial':
      return { outcome, sentence: `${far}, ${formatNumber(left)} could not be delivered.`, advice };
  }
}

/** Something can still change. */
export function isOpen(order: Pick<OrderStatus, 'state'>): boolean {
  return order.state !== 'done';
}

function underWay(order: Counts, far: string, left: number): string {
  const tried = order.successfulTokens + order.failedTokens;
  if (tried === 0) return `Your ${boosts(order.amount)} are on their way.`;
  if (left === 0) return `${far}.`;
  // Once every token of the order has been tried, what is left can only be fresh ones in place of those that failed.
  const retried = tried * boostsPerToken >= order.amount;
  // Of what failed, only as much is replaced as stock and limit allow.
  const more = order.failedTokens === 0 ? formatNumber(left) : 'more';
  return `${far}, ${more} ${retried ? 'being retried' : 'on the way'}.`;
}

function boosts(count: number): string {
  return `${formatNumber(count)} boosts`;
}
