import { describe, expect, it } from 'vitest';
import { anOrder } from './an-order';
import {
  dialogColour,
  inviteCode,
  isRated,
  listColour,
  matchesSearch,
  shownStatus,
  summarize,
} from './order';

describe('the status of an order', () => {
  it('is processing until the delivery is done', () => {
    expect(shownStatus(anOrder({ success: 5, state: 'delivering' }))).toBe('processing');
    expect(shownStatus(anOrder({ success: 5 }))).toBe('completed');
  });
});

describe('the colour of a success rate', () => {
  it.each([
    [50, 'green'],
    [45, 'green'],
    [44, 'amber'],
    [25, 'amber'],
    [24, 'red'],
    [0, 'red'],
  ])('in lists with %i of 50 tokens is %s', (success, colour) =>
    expect(listColour(anOrder({ amount: 100, success }))).toBe(colour),
  );

  it('in lists is blue while the order is being processed', () =>
    expect(listColour(anOrder({ success: 5, state: 'queued' }))).toBe('blue'));

  it.each([
    [100, 'green'],
    [60, 'green'],
    [59.9, 'blue'],
    [0.1, 'blue'],
    [0, 'red'],
  ])('in the dialog at %d is %s', (rate, colour) => expect(dialogColour(rate)).toBe(colour));
});

it('an order has a success rate from its first verdict on', () => {
  expect(isRated(anOrder({ state: 'queued' }))).toBe(false);
  expect(isRated(anOrder({ state: 'queued', failed: 1 }))).toBe(true);
  expect(isRated(anOrder({ state: 'done' }))).toBe(true);
});

describe('the totals of the loaded orders', () => {
  it('include successful boosts, completed orders and the success rate of finished orders', () => {
    const orders = [
      anOrder({ success: 5 }),
      anOrder({ success: 2 }),
      anOrder({ success: 5, state: 'delivering' }),
    ];
    expect(summarize(orders)).toEqual({ boosts: 24, completed: 1, rate: 70 });
  });

  it('have no success rate without finished orders', () => {
    expect(summarize([]).rate).toBeUndefined();
    expect(summarize([anOrder({ state: 'waiting' })]).rate).toBeUndefined();
  });
});

describe('the order search', () => {
  const order = anOrder();

  it.each(['x9fdr', '918430', 'LOFI', 'onemonth', 'One Month', '  lofi '])('finds %j', (text) =>
    expect(matchesSearch(order, text)).toBe(true),
  );

  it.each(['buyer@example.com', '804117', 'zzz'])('does not find %j', (text) =>
    expect(matchesSearch(order, text)).toBe(false),
  );
});

it('the invite code is taken from an invite link', () => {
  expect(inviteCode('lofi-lounge')).toBe('lofi-lounge');
  expect(inviteCode('https://discord.gg/lofi-lounge/')).toBe('lofi-lounge');
  expect(inviteCode('discord.com/invite/lofi-lounge/?event=1#top')).toBe('lofi-lounge');
  expect(inviteCode('https://discord.com/invite/lofi-lounge?from=a/b')).toBe('lofi-lounge');
});
