import { ApiError } from '../../api/client';
import type { Schema, Sparse } from '../../api/types';

type Order = Schema<'Order'>;

/** What the contract does not promise of an order. */
const unsaid = {
  // Its tokens then say what became of it.
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

/** An order as it is answered. */
export type AnsweredOrder = Sparse<Order, keyof typeof unsaid>;

/** An order with nothing in what was left out of it. Throws where it lacks what no order can be shown without. */
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
