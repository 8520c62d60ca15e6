import { expect, it } from 'vitest';
import { outcomeOf } from './order-outcome';

it.each([
  [5, 'completed'],
  [6, 'completed'],
  [4, 'partial'],
  [1, 'partial'],
  [0, 'failed'],
])('an order of 10 boosts with %i tokens delivered is %s', (successful, outcome) =>
  expect(outcomeOf(10, successful)).toBe(outcome),
);
