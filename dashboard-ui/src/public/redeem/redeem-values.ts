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

export type RequiredField = (typeof requiredFields)[number];

/** Why a form is not sent: a message for the customer, and a short text for each field that it is about. */
export type Refusal = { message: string; fields: Partial<Record<RequiredField, string>> };

/** The server's refusals that are about a single field, which then shows them as well. */
const refusedFields: Record<string, RequiredField> = {
  'Invalid redeem key.': 'redeemKey',
  'This key has already been redeemed.': 'redeemKey',
  'This key has been revoked.': 'redeemKey',
  'Invalid server invite.': 'discordInvite',
  'Please enter a valid email address.': 'email',
};

/** The field that a refusal of the server is about, if any. */
export function refusedField(message: string): RequiredField | undefined {
  return refusedFields[message];
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
      fields: { email: 'Like name@example.com' },
    };
  }
  return null;
}

export function trimmed(values: RedeemValues): RedeemValues {
  const entries = Object.entries(values).map(([field, value]) => [field, value.trim()]);
  return Object.fromEntries(entries) as RedeemValues;
}
