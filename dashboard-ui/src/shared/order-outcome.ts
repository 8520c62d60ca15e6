/** A token boosts twice. */
export const boostsPerToken = 2;

export type Outcome = 'completed' | 'partial' | 'failed';

/** The outcome of an order of `amount` boosts, by the number of delivered tokens. */
export function outcomeOf(amount: number, successfulTokens: number): Outcome {
  if (successfulTokens * boostsPerToken >= amount) return 'completed';
  return successfulTokens > 0 ? 'partial' : 'failed';
}
