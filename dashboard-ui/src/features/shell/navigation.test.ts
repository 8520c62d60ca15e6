import { expect, it } from 'vitest';
import { paths } from '../../paths';
import { rightsOf } from '../members/use-rights';
import { entriesFor, isLit, reaches } from './navigation';

const litAt = (pathname: string) =>
  entriesFor(true, rightsOf(null))
    .filter((entry) => isLit(entry, pathname))
    .map(({ label }) => label);

it.each([
  [paths.home, 'Home'],
  [`${paths.home}/`, 'Home'],
  [paths.orders, 'Orders'],
  [`${paths.chat}/`, 'Chat'],
  [paths.settings, 'Settings'],
  [`${paths.settings}/`, 'Settings'],
  [paths.storefront, 'Storefront'],
  [paths.stock, 'Stock'],
  [paths.keys, 'Keys'],
  [paths.stores, 'Stores'],
  [paths.inbox, 'Inbox'],
  [paths.insights, 'Insights'],
  [paths.blocklist, 'Blocklist'],
  [paths.fulfilment, 'Fulfilment'],
  [paths.developers, 'Developers'],
  [paths.helpers, 'Helpers'],
  [paths.admin, 'Admin'],
  [paths.health, 'Health'],
])('at %s only the entry %s is highlighted', (pathname, label) => {
  expect(litAt(pathname)).toEqual([label]);
});

it.each([paths.customDomain, paths.livePage])('at %s no entry is highlighted', (pathname) => {
  expect(litAt(pathname)).toEqual([]);
});

it('entries for admins are hidden from other users', () => {
  const labels = entriesFor(false, rightsOf(null)).map(({ label }) => label);
  expect(labels).not.toContain('Admin');
  expect(labels).not.toContain('Health');
});

it.each([
  [
    null,
    [
      'Storefront',
      'Stock',
      'Keys',
      'Stores',
      'Inbox',
      'Fulfilment',
      'Insights',
      'Blocklist',
      'Developers',
      'Helpers',
    ],
  ],
  ['manager', ['Storefront', 'Stock', 'Keys', 'Stores', 'Inbox', 'Fulfilment', 'Insights', 'Blocklist']],
  ['packer', ['Stock', 'Keys', 'Inbox', 'Insights']],
  ['viewer', ['Stock', 'Keys', 'Inbox', 'Insights']],
  ['ended', []],
] as const)('the role %s sees only the shop screens that it may open', (role, labels) => {
  const shop = entriesFor(false, rightsOf(role)).filter(({ group }) => group === 'Shop');
  expect(shop.map(({ label }) => label)).toEqual(labels);
});

it.each([
  ['manager', paths.storefront, true],
  ['manager', paths.livePage, false],
  ['manager', paths.helpers, false],
  ['packer', paths.stock, true],
  ['packer', paths.fulfilment, false],
  ['viewer', paths.customDomain, false],
  ['viewer', paths.settings, true],
  ['ended', paths.orders, false],
  ['ended', paths.home, true],
] as const)('the role %s may open %s: %s', (role, pathname, isReached) => {
  expect(reaches(pathname, rightsOf(role))).toBe(isReached);
});
