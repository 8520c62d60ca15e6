import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../api/types';
import { positivePercent, pressVote } from './votes';

describe('the positive percentage', () => {
  it.each([
    [0, 0, undefined],
    [1, 0, 100],
    [0, 1, 0],
    [2, 1, 67],
    [1, 2, 33],
    [1, 7, 13],
    [995, 5, 100],
  ])('of %i up and %i down is %s', (upvotes, downvotes, percent) =>
    expect(positivePercent({ upvotes, downvotes })).toBe(percent),
  );
});

describe('a pressed vote', () => {
  const none: Schema<'VoteCounts'> = { upvotes: 2, downvotes: 1, votes: { b: 'up' }, userVote: 'none' };
  const up = pressVote(none, 'a', 'up');

  it('is added when there was none', () =>
    expect(up).toEqual({ upvotes: 3, downvotes: 1, votes: { a: 'up', b: 'up' }, userVote: 'up' }));
  it('is removed by pressing the same button again', () => expect(pressVote(up, 'a', 'up')).toEqual(none));
  it('is switched by pressing the other button', () =>
    expect(pressVote(up, 'a', 'down')).toEqual({
      upvotes: 2,
      downvotes: 2,
      votes: { a: 'down', b: 'up' },
      userVote: 'down',
    }));
});
