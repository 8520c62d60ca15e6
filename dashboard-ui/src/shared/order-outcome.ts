/** A token boosts twice. */
export const boostsPerToken = 2;

export type Outcome = 'completed' | 'partial' | 'failed';

/** What the end of an order of so many boosts is called, by the tokens that were delivered. */
export function outcomeOf(amount: number, successfulTokens: number): Outcome {
  if (successfulTokens * boostsPerToken >= amount) return 'completed';
  return successfulTokens > 0 ? 'partial' : 'failed';
}
