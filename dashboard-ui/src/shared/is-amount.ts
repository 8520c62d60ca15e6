import { boostsPerToken } from './order-outcome';

/** Whether what is typed is how many boosts a key may be of. */
export function isAmount(text: string): boolean {
  const amount = Number(text);
  return /^\d+$/.test(text.trim()) && amount >= 2 && amount <= 100 && amount % boostsPerToken === 0;
}
