import { largestAmount, smallestAmount } from './limits.gen';
import { boostsPerToken } from './order-outcome';
import { typedNumber } from './typed-number';

/** The allowed number of boosts, for sentences. */
export const amounts = `${smallestAmount} to ${largestAmount}`;

/** Whether a text is an allowed number of boosts for a key. */
export function isAmount(text: string): boolean {
  const amount = typedNumber(text);
  return amount >= smallestAmount && amount <= largestAmount && amount % boostsPerToken === 0;
}
