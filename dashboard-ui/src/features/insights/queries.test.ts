import { expect, it } from 'vitest';
import { staleAfter } from '../../api/topics';
import { insightsQuery } from './queries';

it.each(['orders', 'stock'] as const)('are stale after a change of %s', (subject) => {
  expect(staleAfter(subject)).toContain(insightsQuery(30, '').queryKey[0]);
});
