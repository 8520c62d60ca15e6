import type { Provider } from './queries';

type StoreFacts = {
  title: string;
  /** Two letters, and a colour with enough contrast to white. */
  mark: { letters: string; colour: string };
  /** Where the secret comes from. */
  secret: string;
  /** What the store calls a product id, and where to find it. */
  product: string;
  /** The same for a variant; undefined if the store's calls name none. */
  variant?: string;
  /** The setup steps in the store, in order. */
  steps: readonly string[];
  /** How the delivery text is used. */
  text: string;
  /** Whether there is a separate URL for the store's own test button, which sends unsigned calls. */
  testAddress?: boolean;
};

const pasteAddress = 'Paste the address above as the URL that is called.';

export const storeFacts: Record<Provider, StoreFacts> = {
  sellauth: {
    title: 'SellAuth',
    mark: { letters: 'SA', colour: '#4338ca' },
    secret: "SellAuth's own webhook secret, from your shop's settings there.",
    product: 'Product ID: the number in the address of the product.',
    variant: 'Variant ID: a product has one even when you see none.',
    steps: [
      'Open the product in SellAuth and make its deliverables type Dynamic.',
      pasteAddress,
      "Copy the webhook secret from your shop's settings into this page.",
    ],
    text: 'SellAuth shows the text with the order and mails it to the customer. Each item of an invoice is asked for by itself.',
  },
  sellapp: {
    title: 'SellApp',
    mark: { letters: 'SP', colour: '#0f766e' },
    secret: "SellApp's webhook secret, from its developer settings.",
    product: 'Listing ID: the number in the address of the product.',
    variant: 'Variant ID, when the product has several.',
    steps: [
      'Open the product in SellApp and make its deliverable Dynamic.',
      pasteAddress,
      'Copy the webhook secret from its settings into this page.',
      'Its test button sends made-up data and no signature: give it the test address, which never makes a key.',
    ],
    text: 'SellApp hands the text to the customer as it is.',
    testAddress: true,
  },
  sellix: {
    title: 'Sellix',
    mark: { letters: 'SX', colour: '#6d28d9' },
    secret: "Sellix's webhook secret, from its developer settings.",
    product: 'Unique ID of the product.',
    steps: [
      'Open the product in Sellix and make its type Dynamic.',
      pasteAddress,
      'Copy the webhook secret from its developer settings into this page.',
      'Sellix asks once and never again: look into the inbox when a customer got nothing.',
    ],
    text: 'Sellix takes the whole answer as the product, as raw text.',
  },
  shoppex: {
    title: 'Shoppex',
    mark: { letters: 'SH', colour: '#be185d' },
    secret: "Shoppex's signing secret for this product.",
    product: 'Unique ID of the product.',
    steps: [
      'Open the product in Shoppex and make its delivery Dynamic.',
      pasteAddress,
      'Copy the signing secret that it shows into this page.',
    ],
    text: 'Shoppex hands the text to the customer as it is.',
  },
  shoppy: {
    title: 'Shoppy',
    mark: { letters: 'SY', colour: '#b45309' },
    secret: "Shoppy's webhook secret, from its settings.",
    product: 'Product ID: the letters in the address of the product.',
    steps: [
      'Add a webhook in the settings of Shoppy, for paid orders.',
      pasteAddress,
      'Copy the webhook secret into this page.',
      'Its simulator is answered with a sample; it never makes a key.',
    ],
    text: 'Shoppy shows the text with the order where the product is delivered by webhook.',
  },
  whop: {
    title: 'Whop',
    mark: { letters: 'WH', colour: '#c2410c' },
    secret: "The webhook's secret, as Whop shows it once it is made.",
    product: 'Product ID: it begins with prod_.',
    steps: [
      'Create a webhook in the developer settings of Whop, for membership activated.',
      pasteAddress,
      'Copy the secret that Whop shows into this page.',
      'Whop hands nothing on: send the key from the inbox, or by the note of the key.',
    ],
    text: 'Whop takes no text. The key is made, and you find it in the inbox.',
  },
  standard: {
    title: 'Standard Webhooks',
    mark: { letters: 'SW', colour: '#1d4ed8' },
    secret: 'A secret that is made here, for your own shop to sign with.',
    product: 'Whatever your shop sends as product.',
    variant: 'Whatever your shop sends as variant, if anything.',
    steps: [
      'Add a secret on this page and keep it in your shop.',
      'Post { "type": "purchase.created", "data": { "id", "product", "variant", "quantity", "email" } } to the address above.',
      'Sign it after Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature.',
    ],
    text: 'The answer to the call is the text. What becomes of it is up to your shop.',
  },
};
