import { isAmount } from '../../shared/is-amount';
import { boostsPerToken } from '../../shared/order-outcome';

// What the server decides, said early. Each gives the sentence to show, or true.

export const amountRule = (text: string) => isAmount(text) || 'Please enter an even number from 2 to 100';

export function countRule(text: string): true | string {
  const count = Number(text);
  return (
    (/^\d+$/.test(text.trim()) && count >= 1 && count <= 1000) || 'Please enter a number from 1 to 1,000'
  );
}

/** Undefined while the input is not valid. */
export function tokensNeeded(amount: string, count: string): number | undefined {
  if (amountRule(amount) !== true || countRule(count) !== true) return undefined;
  return (Number(amount) / boostsPerToken) * Number(count);
}
