import { describe, expect, it } from 'vitest';
import { noValues, refusalOf, refusedBy, trimmed } from './redeem-values';

const filled = { ...noValues, redeemKey: 'RX81P', discordInvite: 'lofi-lounge', email: 'mika@example.com' };

describe('a redeem form', () => {
  it('can be sent with the required fields alone', () => {
    expect(refusalOf(filled)).toBeNull();
  });

  it.each(['redeemKey', 'discordInvite', 'email'] as const)('is refused without %s', (field) => {
    const refusal = refusalOf({ ...filled, [field]: ' ' });
    expect(refusal?.message).toBe('Please fill in all required fields.');
    expect(Object.keys(refusal?.fields ?? {})).toEqual([field]);
  });

  it('reports a missing field before an invalid email', () => {
    expect(refusalOf({ ...filled, redeemKey: '', email: 'mika' })?.message).toBe(
      'Please fill in all required fields.',
    );
  });

  it.each(['mika', 'mika@example', '@example.com', 'mika@.', 'mi ka@example.com', 'a@b@c.de'])(
    'is refused with the email %j',
    (email) => {
      expect(refusalOf({ ...filled, email })?.message).toBe('Please enter a valid email address.');
    },
  );

  it.each(['m@e.x', 'mika+boosts@shop.example.co.uk', ' mika@example.com '])(
    'accepts the email %j',
    (email) => {
      expect(refusalOf({ ...filled, email })).toBeNull();
    },
  );

  it('is sent without surrounding spaces', () => {
    expect(trimmed({ ...filled, redeemKey: ' RX81P\n', bio: ' hi ' })).toMatchObject({
      redeemKey: 'RX81P',
      bio: 'hi',
    });
  });
});

it.each([
  ['Invalid redeem key.', 'redeemKey'],
  ['This key has already been redeemed.', 'redeemKey'],
  ['This key has been revoked.', 'redeemKey'],
  ['Invalid server invite.', 'discordInvite'],
  ['Please enter a valid email address.', 'email'],
])('the refusal %j marks the field %s, which says it in other words', (message, field) => {
  const refusal = refusedBy(message);
  expect(refusal.message).toBe(message);
  expect(Object.keys(refusal.fields)).toEqual([field]);
  expect(Object.values(refusal.fields)).not.toContain(message);
});

it('a refusal that is about no field marks none', () => {
  const message = 'Not enough stock right now. Your key is still valid.';
  expect(refusedBy(message)).toEqual({ message, fields: {} });
});
