import { longestDeliveryText } from '../../shared/limits.gen';

export const tooLong = `Text too long. Limit is ${longestDeliveryText} characters.`;

export const placeholders = ['{key}', '{redeem_url}', '{status_url}', '{amount}', '{stock}'] as const;
type Placeholder = (typeof placeholders)[number];

const pattern = /(\{(?:key|redeem_url|status_url|amount|stock)\})/;

/** Counts code points, as the server does: an emoji is one or more, never half a one. */
export const countCharacters = (text: string): number => [...text].length;

export function truncate(text: string): string {
  // `length` counts UTF-16 units, which are at least as many.
  if (text.length <= longestDeliveryText) return text;
  return [...text].slice(0, longestDeliveryText).join('');
}

/** Cuts what was typed at the limit. A text that was longer when it was loaded stays whole while it is made shorter. */
export const truncateGrown = (text: string, before: string): string =>
  countCharacters(text) > countCharacters(before) ? truncate(text) : text;

type Part = { text: string; placeholder: boolean };

/** The text cut at its placeholders. */
export function parts(text: string): Part[] {
  return text
    .split(pattern)
    .map((text, index) => ({ text, placeholder: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** The links that a customer gets. `origin`: of the seller's own domain, or of the product. */
export const linksOf = (origin: string, guildId: string, key: string) => ({
  '{redeem_url}': `${origin}/redeem-order/${guildId}`,
  '{status_url}': `${origin}/${guildId}/order/${key}/status`,
});

type Product = { stock: string; amount: number };

/** The first mapped product, of a connected store if there is one. */
export function firstProduct(stores: readonly { enabled: boolean; products: readonly Product[] }[]) {
  const connected = stores.filter(({ enabled }) => enabled);
  return [...connected, ...stores].flatMap(({ products }) => products)[0];
}

/** The text that the customer gets. A text without `{key}` gets the key on a line of its own. */
export function fillIn(text: string, values: Record<Placeholder, string>): string {
  const filled = parts(text)
    .map(({ text, placeholder }) => (placeholder ? values[text as Placeholder] : text))
    .join('');
  if (text.includes('{key}')) return filled;
  return filled === '' ? values['{key}'] : `${filled.replace(/\n$/, '')}\n${values['{key}']}`;
}
