import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anOrder } from './an-order';
import { Notes, OrderHistory } from './order-journal';
import type { AfterSale } from './use-after-sale';

vi.mock('../members/use-rights', () => ({ useRights: () => ({ packs: false }) }));

const afterSale = {} as AfterSale;

it('the history of an order can be scrolled by keyboard', () => {
  const step = { at: '2026-11-20T09:14:00Z', by: 'customer', what: 'Redeemed' };
  render(<OrderHistory order={anOrder({ history: [step] })} />);
  expect(screen.getByRole('list', { name: 'History' }).tabIndex).toBe(0);
});

it('a helper who may only look sees the notes on an order, but no field for a new one', () => {
  const note = { at: '2026-11-20T09:14:00Z', by: 'mika', text: 'Call them' };
  render(<Notes order={anOrder({ notes: [note] })} afterSale={afterSale} />);
  expect(screen.getByRole('region', { name: 'Notes' }).textContent).toContain('Call them');
  expect(screen.queryByLabelText('New note')).toBeNull();
});

it('a helper who may only look sees nothing where an order has no notes', () => {
  const { container } = render(<Notes order={anOrder()} afterSale={afterSale} />);
  expect(container.textContent).toBe('');
});
