import { ApiError } from '../../api/client';
import type { Schema, Sparse } from '../../api/types';

type Order = Schema<'Order'>;

/** Defaults for the fields of an order that the contract does not promise. */
const unsaid = {
  // Without a state, the outcome follows from the tokens.
  state: 'done',
  createdAt: '',
  actions: [],
  pending: [],
  reasons: [],
  replacements: [],
  customer: { email: '', displayname: null, bio: null, avatar: null, banner: null },
  email: '',
  purchase: null,
  history: [],
  notes: [],
} satisfies Partial<Order>;

/** An order as the server sends it. */
type AnsweredOrder = Sparse<Order, keyof typeof unsaid>;

/** Fills in the fields that were left out. Throws when a field is missing that no order can be shown without. */
export function readOrder(answer: AnsweredOrder): Order {
  if (!isReadable(answer)) throw new ApiError(200, 'This is no order.', answer);
  return { ...unsaid, ...answer };
}

const texts = ['orderId', 'guildId', 'invite', 'stock', 'BBGuildID'] as const;

function isReadable(answer: Partial<AnsweredOrder> | null): boolean {
  const used: Partial<Order['tokens-used']> | undefined = answer?.['tokens-used'];
  return (
    texts.every((name) => typeof answer?.[name] === 'string') &&
    typeof answer?.amount === 'number' &&
    Array.isArray(used?.success) &&
    Array.isArray(used.failed)
  );
}
