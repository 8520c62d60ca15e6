import { expect, it } from 'vitest';
import { newStorefront, rules, toInput } from './storefront-values';

it('empty text is sent as absent, and the colour with its #', () => {
  const input = toInput({
    ...newStorefront,
    guildId: ' 804117263958201446 ',
    name: ' Nova ',
    embedColor: 'fc0',
  });
  expect(input).toEqual({
    guildId: '804117263958201446',
    name: 'Nova',
    embedColor: '#fc0',
    storeLink: null,
    discordLink: null,
    embedFooter: null,
    redeemFooter: null,
    lowStockThreshold: 10,
    logChannelId: '',
    lowStockRoleId: '',
  });
});

it.each(['80411726395820144', '80411726395820144612'])('takes the server id %s', (id) =>
  expect(rules.guildId(id)).toBe(true),
);
it.each(['', '8041172639582014', '804117263958201446123', 'x'])('refuses the server id %j', (id) =>
  expect(rules.guildId(id)).not.toBe(true),
);
it.each(['', 'https://store.example.com', 'http://a.b'])('takes the link %j', (link) =>
  expect(rules.link(link)).toBe(true),
);
it.each(['store.example.com', 'javascript:alert(1)'])('refuses the link %j', (link) =>
  expect(rules.link(link)).not.toBe(true),
);

it.each(['0', ' 10 ', '1000000'])('takes the threshold %j', (text) =>
  expect(rules.threshold(text)).toBe(true),
);
it.each(['', '-1', '1.5', 'x', '1000001'])('refuses the threshold %j', (text) =>
  expect(rules.threshold(text)).toBe('Please enter a whole number up to 1,000,000'),
);
