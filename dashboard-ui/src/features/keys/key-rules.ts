import { boostsPerToken } from '../../shared/order-outcome';

// What the server decides, said early. Each gives the sentence to show, or true.

export function amountRule(text: string): true | string {
  const amount = wholeNumber(text);
  return (
    (amount !== undefined && amount >= 2 && amount <= 100 && amount % 2 === 0) ||
    'Please enter an even number from 2 to 100'
  );
}

export function countRule(text: string): true | string {
  const count = wholeNumber(text);
  return (count !== undefined && count >= 1 && count <= 1000) || 'Please enter a number from 1 to 1,000';
}

/** Undefined while the input is not valid. */
export function tokensNeeded(amount: string, count: string): number | undefined {
  if (amountRule(amount) !== true || countRule(count) !== true) return undefined;
  return (Number(amount) / boostsPerToken) * Number(count);
}

function wholeNumber(text: string): number | undefined {
  return /^\d+$/.test(text.trim()) ? Number(text.trim()) : undefined;
}
