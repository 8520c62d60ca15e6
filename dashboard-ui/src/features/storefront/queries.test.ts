import { expect, it } from 'vitest';
import { chosenGuild } from './queries';

it.each([
  ['', ''],
  ['guild=1', '1'],
  ['guild=2', ''],
])('the address query “%s” selects the storefront “%s”', (address, guildId) => {
  const params = new URLSearchParams(address);
  expect(chosenGuild(params, [{ guildId: '1' }])).toBe(guildId);
  expect(chosenGuild(params, undefined)).toBe(params.get('guild') ?? '');
});
