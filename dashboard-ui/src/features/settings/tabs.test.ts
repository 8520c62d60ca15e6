import { expect, it } from 'vitest';
import { tabsFor } from './tabs';

it.each([
  [null, ['general', 'storefront', 'stock', 'keys', 'blocklist', 'helpers']],
  ['manager', ['general', 'storefront', 'stock', 'keys', 'blocklist']],
  ['packer', ['general', 'stock', 'keys']],
  ['viewer', ['general', 'stock', 'keys']],
] as const)('shows a %s the screens that it reaches', (role, slugs) =>
  expect(tabsFor(role).map(({ slug }) => slug)).toEqual(slugs),
);
