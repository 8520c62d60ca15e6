import { largestAmount, smallestAmount } from './limits.gen';
import { boostsPerToken } from './order-outcome';

/** Of boosts, as sentences have it. */
export const amounts = `${smallestAmount} to ${largestAmount}`;

/** Whether what is typed is how many boosts a key may be of. */
export function isAmount(text: string): boolean {
  const amount = Number(text);
  return (
    /^\d+$/.test(text.trim()) &&
    amount >= smallestAmount &&
    amount <= largestAmount &&
    amount % boostsPerToken === 0
  );
}
