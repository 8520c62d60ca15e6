import type { ApiKey, Endpoint } from './queries';

type EventType = Exclude<Endpoint['events'][number], 'test'>;
type Scope = ApiKey['scopes'][number];

/** The events that an endpoint can be sent. */
export const eventTypes: { value: EventType; text: string }[] = [
  { value: 'order.redeemed', text: 'A key was redeemed' },
  { value: 'order.finished', text: 'An order is done' },
  { value: 'order.waiting', text: 'Delivery was given up, and the order waits for you' },
  { value: 'stock.low', text: 'Stock runs low' },
  { value: 'stock.empty', text: 'Stock is empty' },
  { value: 'key.created', text: 'Keys were made' },
  { value: 'store.refused', text: "A store's calls were refused" },
];

/** The permissions that an API key can have. */
export const scopes: { value: Scope; text: string }[] = [
  { value: 'read', text: 'Look at storefronts, stock, orders and store calls; keys are masked' },
  { value: 'stock', text: 'Import and export stock' },
  { value: 'keys', text: 'Create, list and revoke keys' },
  { value: 'orders', text: 'Give verdicts, retry, replace and write notes' },
];
