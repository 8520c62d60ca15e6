import type { Order } from './order';

const tokens = (count: number, kind: string) =>
  Array.from({ length: count }, (_, index) => `${kind}-${index}`);

type Wanted = Partial<Order> & { success?: number; failed?: number };

/** An order for tests; `success` and `failed` are numbers of tokens. */
export function anOrder({ success = 0, failed = 0, ...rest }: Wanted = {}): Order {
  return {
    orderId: '7KQ2M-X9FDR-3TWHN-B6VPC',
    guildId: '918430295761048371',
    invite: 'lofi-lounge',
    stock: 'OneMonthTokens.txt',
    amount: 10,
    BBGuildID: '804117263958201446',
    storeLink: null,
    discordLink: null,
    'tokens-used': { success: tokens(success, 'good'), failed: tokens(failed, 'bad') },
    state: 'done',
    actions: [],
    createdAt: '2026-11-20T09:14:00Z',
    pending: [],
    reasons: [],
    replacements: [],
    customer: { email: 'buyer@example.com', displayname: null, bio: null, avatar: null, banner: null },
    email: 'buyer@example.com',
    purchase: null,
    history: [],
    notes: [],
    ...rest,
  };
}
