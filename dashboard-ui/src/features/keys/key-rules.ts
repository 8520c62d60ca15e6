import { formatNumber } from '../../shared/format/number';
import { amounts, isAmount } from '../../shared/is-amount';
import { mostKeysAtOnce } from '../../shared/limits.gen';
import { boostsPerToken } from '../../shared/order-outcome';
import { typedNumber } from '../../shared/typed-number';

// The server decides; these rules only say so earlier. Each returns the sentence to show, or true.

export const amountRule = (text: string) => isAmount(text) || `Please enter an even number from ${amounts}`;

/** The allowed number of keys, for sentences. */
export const counts = `1 to ${formatNumber(mostKeysAtOnce)}`;

export function countRule(text: string): true | string {
  const count = typedNumber(text);
  return (count >= 1 && count <= mostKeysAtOnce) || `Please enter a number from ${counts}`;
}

/** How many tokens the keys need; undefined while the input is invalid. */
export function tokensNeeded(amount: string, count: string): number | undefined {
  if (amountRule(amount) !== true || countRule(count) !== true) return undefined;
  return (typedNumber(amount) / boostsPerToken) * typedNumber(count);
}
