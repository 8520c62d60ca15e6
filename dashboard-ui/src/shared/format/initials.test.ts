import { expect, it, vi } from 'vitest';
import { initials } from './initials';

it.each([
  ['nova boosts', 'NB'],
  ['novaboosts', 'NO'],
  ['nova_boosts-2', 'NB'],
  ['élan', 'ÉL'],
  ['e\u0301lan', 'E\u0301L'],
  ['👨‍👩‍👧nova', '👨‍👩‍👧N'],
  ['🇩🇪 nova', '🇩🇪N'],
  ['👍🏽👍🏽', '👍🏽👍🏽'],
  ['', ''],
])('the initials of %s are %s', (name, short) => expect(initials(name)).toBe(short));

it.each([
  ['nova boosts', 'NB'],
  ['🚀nova', '🚀N'],
])('those of %s are %s in a browser without a segmenter, too', (name, short) => {
  vi.stubGlobal('Intl', {});
  expect(initials(name)).toBe(short);
});
