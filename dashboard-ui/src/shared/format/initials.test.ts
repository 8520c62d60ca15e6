import { expect, it, vi } from 'vitest';
import { initials } from './initials';

it.each([
  ['nova boosts', 'NB'],
  ['novaboosts', 'NO'],
  ['nova_boosts-2', 'NB'],
  ['Noor (evenings)', 'NE'],
  ['nova & sons', 'NS'],
  ["o'brien", 'OB'],
  ['«نور» (مساء)', 'نم'],
  ['北京（团队）', '北团'],
  ['7eleven', '7E'],
  ['...', '..'],
  ['élan', 'ÉL'],
  ['e\u0301lan', 'E\u0301L'],
  ['Ve\u0302\u0301ra', 'VE\u0302\u0301'],
  ['हिन्दी', 'हिन्दी'],
  [`Z${'\u0335'.repeat(30)}a${'\u0301'.repeat(40)}`, 'Z\u0335\u0335A\u0301\u0301'],
  ['👨‍👩‍👧nova', '👨‍👩‍👧N'],
  ['🇩🇪 nova', '🇩🇪N'],
  ['👍🏽👍🏽', '👍🏽👍🏽'],
  ['', ''],
])('the initials of %s are %s', (name, short) => expect(initials(name)).toBe(short));

it.each([
  ['nova boosts', 'NB'],
  ['🚀nova', '🚀N'],
])('the initials of %s are %s in a browser without `Intl.Segmenter`', (name, short) => {
  vi.stubGlobal('Intl', {});
  expect(initials(name)).toBe(short);
});
