import { expect, it } from 'vitest';
import { outcomeOf } from './order-outcome';
import table from './order-outcome.table.json';

// `make outcomes` writes this table from the server's own rule.
it.each(table)(
  'an order of $amount boosts with $succeeded tokens delivered is $outcome',
  ({ amount, succeeded, outcome }) => expect(outcomeOf(amount, succeeded)).toBe(outcome),
);

it.each([
  [5, 'completed'],
  [6, 'completed'],
  [4, 'partial'],
  [1, 'partial'],
  [0, 'failed'],
])('an order of 10 boosts with %i tokens delivered is %s', (successful, outcome) =>
  expect(outcomeOf(10, successful)).toBe(outcome),
);
