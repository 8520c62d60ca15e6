import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anOrder } from './an-order';
import { OrderHistory } from './order-journal';

it('the history of an order can be scrolled by keyboard', () => {
  const step = { at: '2026-11-20T09:14:00Z', by: 'customer', what: 'Redeemed' };
  render(<OrderHistory order={anOrder({ history: [step] })} />);
  expect(screen.getByRole('list', { name: 'History' }).tabIndex).toBe(0);
});
