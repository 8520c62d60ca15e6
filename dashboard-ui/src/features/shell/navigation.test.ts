import { expect, it } from 'vitest';
import { paths } from '../../paths';
import { entriesFor, isLit } from './navigation';

const litAt = (pathname: string) =>
  entriesFor(true)
    .filter((entry) => isLit(entry, pathname))
    .map(({ label }) => label);

it.each([
  [paths.home, 'Home'],
  [paths.orders, 'Orders'],
  [`${paths.chat}/`, 'Chat'],
  [paths.settings, 'Settings'],
  [paths.settingsTab('general'), 'Settings'],
  [paths.customDomain, 'Settings'],
  [paths.storefront, 'Storefront'],
  [paths.livePage, 'Storefront'],
  [paths.stock, 'Stock'],
  [paths.keys, 'Keys'],
  [paths.admin, 'Admin'],
])('%s lights %s alone', (pathname, label) => {
  expect(litAt(pathname)).toEqual([label]);
});

it('hides the logs from whoever is no admin', () => {
  expect(entriesFor(false).map(({ label }) => label)).not.toContain('Admin');
});
