import type { Schema } from '../../api/types';
import { defaultColour, parseColour } from '../../shared/colour';
import { formatNumber } from '../../shared/format/number';
import { highestThreshold } from '../../shared/limits.gen';
import { parseWebAddress } from '../../shared/web-address';
import { typedNumber } from '../../shared/typed-number';

/** The values of the form, shaped like the screen: an empty text means "not given". */
export type StorefrontValues = {
  guildId: string;
  name: string;
  embedColor: string;
  storeLink: string;
  discordLink: string;
  embedFooter: string;
  redeemFooter: string;
  lowStockThreshold: string;
  logChannelId: string;
  lowStockRoleId: string;
};

export const newStorefront: StorefrontValues = {
  guildId: '',
  name: '',
  embedColor: defaultColour,
  storeLink: '',
  discordLink: '',
  embedFooter: '',
  redeemFooter: '',
  lowStockThreshold: '10',
  logChannelId: '',
  lowStockRoleId: '',
};

export function toValues(storefront: Schema<'Storefront'>): StorefrontValues {
  return {
    guildId: storefront.guildId,
    name: storefront.name,
    embedColor: withHash(storefront.embedColor),
    storeLink: storefront.storeLink ?? '',
    discordLink: storefront.discordLink ?? '',
    embedFooter: storefront.embedFooter ?? '',
    redeemFooter: storefront.redeemFooter ?? '',
    lowStockThreshold: String(storefront.lowStockThreshold),
    logChannelId: storefront.logChannelId,
    lowStockRoleId: storefront.lowStockRoleId,
  };
}

export function toInput(values: StorefrontValues): Schema<'StorefrontInput'> {
  const given = (text: string) => text.trim() || null;
  return {
    guildId: values.guildId.trim(),
    name: values.name.trim(),
    embedColor: withHash(values.embedColor.trim()),
    storeLink: given(values.storeLink),
    discordLink: given(values.discordLink),
    embedFooter: given(values.embedFooter),
    redeemFooter: given(values.redeemFooter),
    lowStockThreshold: typedNumber(values.lowStockThreshold),
    // An empty text removes the channel; leaving the field out would keep it.
    logChannelId: values.logChannelId.trim(),
    lowStockRoleId: values.lowStockRoleId.trim(),
  };
}

// The server decides; these rules only say so earlier. Each returns the sentence to show, or true.

export const rules = {
  guildId: (text: string) => /^\d{17,20}$/.test(text.trim()) || 'A server id is 17 to 20 digits',
  chatId: (text: string) => /^(\d{17,20})?$/.test(text.trim()) || 'An id has 17 to 20 digits',
  name: (text: string) => text.trim() !== '' || 'Please give your storefront a name',
  embedColor: (text: string) => parseColour(text) !== null || 'Please enter a colour such as #ff82be',
  link: (text: string) =>
    text.trim() === '' || parseWebAddress(text.trim()) !== null || 'Please enter an address with https://',
  threshold: (text: string) =>
    typedNumber(text) <= highestThreshold ||
    `Please enter a whole number up to ${formatNumber(highestThreshold)}`,
};

function withHash(colour: string): string {
  return colour.startsWith('#') ? colour : `#${colour}`;
}
