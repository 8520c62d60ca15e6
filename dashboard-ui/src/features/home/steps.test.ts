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

it('begin with the storefront', () => expect(done({})).toEqual(['storefront']));

it('count stock that was there once', () => {
  expect([none, { ...none, delivered: 1 }].map(wasStocked)).toEqual([false, true]);
  expect(done({ stocked: true })).toEqual(['storefront', 'stock']);
});

it('count a key that was made, and a store that is connected', () =>
  expect(done({ keyed: true, store: true })).toEqual(['storefront', 'key', 'stores']));

it('take an order for stock, key and link', () =>
  expect(done({ orders: 1 })).toEqual(['storefront', 'stock', 'key', 'shared']));

it('take a visit for a link that is out', () =>
  expect(done({ visited: true })).toEqual(['storefront', 'shared']));

it('leave out what could not be asked about', () => {
  const unasked = { stocked: undefined, keyed: undefined, store: undefined, ownDomain: undefined };
  expect(names(unasked, () => true)).toEqual(['storefront', 'shared']);
  expect(done({ ...unasked, orders: 1 })).toEqual(['storefront', 'stock', 'key', 'shared']);
});

it('take a yes of one shop, and a no of all', () => {
  const isMany = (count: number) => count > 1;
  expect(someSay([undefined, 2], isMany)).toBe(true);
  expect(someSay([undefined, 1], isMany)).toBeUndefined();
  expect(someSay([0, 1], isMany)).toBe(false);
});

it('ask who has sold for a store without need', () => {
  expect(names({ orders: 1 }, ({ optional }) => optional)).toEqual(['stores', 'domain']);
  expect(names({}, ({ name, optional }) => name === 'stores' && optional)).toEqual([]);
});

it('ask for a domain without need', () => {
  expect(names({}, ({ optional }) => optional)).toEqual(['domain']);
  expect(done({ ownDomain: true })).toContain('domain');
});

it('ask for a token only of who can set it, and without need', () => {
  const bot = { hasToken: false, isMember: [null] };
  expect(names({ bot }, ({ name }) => name === 'token' || name === 'bot')).toEqual([]);
  expect(names({ bot, operates: true }, ({ optional }) => optional)).toEqual(['token', 'domain']);
});

it('have the bot in every server', () => {
  expect(done(withBot(true, true))).toContain('bot');
  expect(names(withBot(true, false, null), ({ name, done }) => name === 'bot' && !done)).toEqual(['bot']);
});

it('hold against nobody what the platform does not say', () => {
  expect(names(withBot(true, null), ({ unknown }) => unknown)).toEqual(['bot']);
  expect(needed(steps({ ...empty, ...withBot(null) })).map(({ name }) => name)).not.toContain('bot');
});
