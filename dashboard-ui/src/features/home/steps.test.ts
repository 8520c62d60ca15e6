import { expect, it } from 'vitest';
import { steps } from './steps';

const none = { available: 0, reserved: 0, delivered: 0, failed: 0 };
const empty = { tokens: [none], keys: 0, ownDomain: false };
const done = (shop: Parameters<typeof steps>[0]) =>
  steps(shop)
    .filter((step) => step.done)
    .map(({ name }) => name);

it('begin with the storefront', () => expect(done(empty)).toEqual(['storefront']));

it('count stock that was there once', () =>
  expect(done({ ...empty, tokens: [none, { ...none, delivered: 1 }] })).toEqual(['storefront', 'stock']));

it('count a key that was made', () => expect(done({ ...empty, keys: 1 })).toEqual(['storefront', 'key']));

it('ask for a domain without need', () => {
  expect(
    steps(empty)
      .filter(({ optional }) => optional)
      .map(({ name }) => name),
  ).toEqual(['domain']);
  expect(done({ ...empty, ownDomain: true })).toContain('domain');
});
