import { formatNumber } from '../../shared/format/number';
import { boostsPerToken, outcomeOf, type Outcome } from '../../shared/order-outcome';
import type { OrderStatus } from '../types';

/** The progress of an order: the badge's word, one sentence, and advice for the customer if it did not go well. */
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

/** Whether the order can still change. */
export function isOpen(order: Pick<OrderStatus, 'state'>): boolean {
  return order.state !== 'done';
}

function underWay(order: Counts, far: string, left: number): string {
  const tried = order.successfulTokens + order.failedTokens;
  if (tried === 0) return `Your ${boosts(order.amount)} are on their way.`;
  if (left === 0) return `${far}.`;
  // Once all tokens of the order have been tried, the rest can only come from replacements of failed ones.
  const retried = tried * boostsPerToken >= order.amount;
  // After failures the remaining number is unknown, because replacements depend on stock and limits.
  const more = order.failedTokens === 0 ? formatNumber(left) : 'more';
  return `${far}, ${more} ${retried ? 'being retried' : 'on the way'}.`;
}

function boosts(count: number): string {
  return `${formatNumber(count)} boosts`;
}
