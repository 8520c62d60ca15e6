import { expect, it } from 'vitest';
import { anOrder } from './an-order';
import { blockable, isBlocked } from './blocking';

const email = { kind: 'email', value: 'Buyer@example.com' } as const;
const block = (kind: 'email' | 'guild', value: string) => ({
  id: '1',
  kind,
  value,
  note: null,
  createdAt: '',
});

it('an order offers its email for blocking, and its server once that is known', () => {
  const order = anOrder({ email: 'buyer@example.com' });
  expect(blockable(order).map(({ kind, value }) => [kind, value])).toEqual([
    ['email', 'buyer@example.com'],
    ['guild', order.guildId],
  ]);
  expect(blockable({ ...order, guildId: order.BBGuildID }).map(({ kind }) => kind)).toEqual(['email']);
});

it('a blocked email is found in any case, and only by a block of its kind', () => {
  expect(isBlocked(email, [block('email', 'buyer@example.com')])).toBe(true);
  expect(isBlocked(email, [block('guild', 'buyer@example.com')])).toBe(false);
  expect(isBlocked(email, [])).toBe(false);
});
