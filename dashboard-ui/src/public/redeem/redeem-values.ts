import type { RedeemValues } from '../types';

export const noValues: RedeemValues = {
  redeemKey: '',
  discordInvite: '',
  email: '',
  displayname: '',
  bio: '',
  avatar: '',
  banner: '',
};

export const optionalFields = ['displayname', 'bio', 'avatar', 'banner'] as const;
export const requiredFields = ['redeemKey', 'discordInvite', 'email'] as const;

type RequiredField = (typeof requiredFields)[number];

/** Why a form is not sent: a message for the customer, and a short text for each field that it is about. */
export type Refusal = { message: string; fields: Partial<Record<RequiredField, string>> };

const likeAnEmail = { email: 'Like name@example.com' };

/** What the key field says of a key that has an order. */
export const alreadyUsed = 'Already used';

/**
 * The server's refusals that are about a single field, and what that says once the toast is gone. In other words, so
 * that no sentence is on the screen twice.
 */
const fieldsOf: Record<string, Refusal['fields']> = {
  'Invalid redeem key.': { redeemKey: 'Not a key of this shop' },
  'This key has already been redeemed.': { redeemKey: alreadyUsed },
  'This key has been revoked.': { redeemKey: 'No longer valid' },
  'Invalid server invite.': { discordInvite: 'Not a working invite' },
  'Please enter a valid email address.': likeAnEmail,
};

/** A refusal of the server. */
export function refusedBy(message: string): Refusal {
  return { message, fields: { ...fieldsOf[message] } };
}

/** Null if the form can be sent. The server checks it again. */
export function refusalOf(values: RedeemValues): Refusal | null {
  const empty = requiredFields.filter((field) => values[field].trim() === '');
  if (empty.length > 0) {
    return {
      message: 'Please fill in all required fields.',
      fields: Object.fromEntries(empty.map((field) => [field, 'Required'])),
    };
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    return {
      message: 'Please enter a valid email address.',
      fields: likeAnEmail,
    };
  }
  return null;
}

export function trimmed(values: RedeemValues): RedeemValues {
  const entries = Object.entries(values).map(([field, value]) => [field, value.trim()]);
  return Object.fromEntries(entries) as RedeemValues;
}
