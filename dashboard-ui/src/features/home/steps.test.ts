import { expect, it } from 'vitest';
import { wasStocked } from './low-levels';
import { needed, someSay, steps } from './steps';

type Shop = Parameters<typeof steps>[0];

const none = { available: 0, reserved: 0, delivered: 0, failed: 0 };
const empty: Shop = {
  stocked: false,
  keyed: false,
  orders: 0,
  store: false,
  unmapped: false,
  ownDomain: false,
  visited: false,
  bot: undefined,
  operates: false,
};
const names = (shop: Partial<Shop>, which: (step: ReturnType<typeof steps>[number]) => unknown) =>
  steps({ ...empty, ...shop })
    .filter(which)
    .map(({ name }) => name);
const done = (shop: Partial<Shop>) => names(shop, (step) => step.done);
const withBot = (...isMember: (boolean | null)[]) => ({ bot: { hasToken: true, isMember } });

it('a new seller has only the storefront step done', () => expect(done({})).toEqual(['storefront']));

it('the stock step is done once there were tokens, even if none are left', () => {
  expect([none, { ...none, delivered: 1 }].map(wasStocked)).toEqual([false, true]);
  expect(done({ stocked: true })).toEqual(['storefront', 'stock']);
});

it('the key and store steps are done once a key was made and a store is connected', () =>
  expect(done({ keyed: true, store: true })).toEqual(['storefront', 'key', 'stores']));

it('the store step says what is missing while the connected store has no products', () => {
  const titles = (shop: Partial<Shop>) => steps({ ...empty, ...shop }).map(({ title }) => title);
  const mapping = 'Say which product gives which key: until then your store refuses all sales';
  expect(titles({ unmapped: true })).toContain(mapping);
  expect(titles({})).not.toContain(mapping);
  expect(titles({ unmapped: true, store: true })).not.toContain(mapping);
});

it('an order completes the stock, key and sharing steps', () =>
  expect(done({ orders: 1 })).toEqual(['storefront', 'stock', 'key', 'shared']));

it('a visit to the redeem page completes the sharing step', () =>
  expect(done({ visited: true })).toEqual(['storefront', 'shared']));

it('steps whose query has failed are left out', () => {
  const unasked = { stocked: undefined, keyed: undefined, store: undefined, ownDomain: undefined };
  expect(names(unasked, () => true)).toEqual(['storefront', 'shared']);
  expect(done({ ...unasked, orders: 1 })).toEqual(['storefront', 'stock', 'key', 'shared']);
});

it('someSay is true if any answer says yes, and undefined if a missing one might', () => {
  const isMany = (count: number) => count > 1;
  expect(someSay([undefined, 2], isMany)).toBe(true);
  expect(someSay([undefined, 1], isMany)).toBeUndefined();
  expect(someSay([0, 1], isMany)).toBe(false);
});

it('the store step is optional only for a seller who has orders', () => {
  expect(names({ orders: 1 }, ({ optional }) => optional)).toEqual(['stores', 'domain']);
  expect(names({}, ({ name, optional }) => name === 'stores' && optional)).toEqual([]);
});

it('the domain step is optional, and done once the seller has an own domain', () => {
  expect(names({}, ({ optional }) => optional)).toEqual(['domain']);
  expect(done({ ownDomain: true })).toContain('domain');
});

it('the token step is shown only to the operator of the bot, and is optional', () => {
  const bot = { hasToken: false, isMember: [null] };
  expect(names({ bot }, ({ name }) => name === 'token' || name === 'bot')).toEqual([]);
  expect(names({ bot, operates: true }, ({ optional }) => optional)).toEqual(['token', 'domain']);
});

it('the bot step is done only if the bot is in every server', () => {
  expect(done(withBot(true, true))).toContain('bot');
  expect(names(withBot(true, false, null), ({ name, done }) => name === 'bot' && !done)).toEqual(['bot']);
});

it('the bot step is not counted while the membership of the bot is unknown', () => {
  expect(names(withBot(true, null), ({ unknown }) => unknown)).toEqual(['bot']);
  expect(needed(steps({ ...empty, ...withBot(null) })).map(({ name }) => name)).not.toContain('bot');
});
