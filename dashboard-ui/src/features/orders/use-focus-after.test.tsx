import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rowId } from './order-row';
import { useFocusAfter } from './use-focus-after';

function Orders({ openId }: { openId: string | null }) {
  useFocusAfter(openId);
  return (
    <>
      <h1 tabIndex={-1}>Orders</h1>
      <input aria-label="Search" />
      {['A1', 'B2'].map((orderId) => (
        <p key={orderId} id={rowId(orderId)}>
          <button>{orderId}</button>
        </p>
      ))}
    </>
  );
}

function close(orderId: string) {
  const { rerender } = render(<Orders openId={orderId} />);
  rerender(<Orders openId={null} />);
}

it('closing an order focuses its row', () => {
  close('B2');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'B2' }));
});

it('closing an order focuses the row of the order that was stepped to', () => {
  const { rerender } = render(<Orders openId="B2" />);
  rerender(<Orders openId="A1" />);
  rerender(<Orders openId={null} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'A1' }));
});

it('closing an order that is not on the page focuses the title', () => {
  close('C3');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orders' }));
});

it('the focus is not moved when no order was open', () => {
  render(<Orders openId={null} />);
  expect(document.activeElement).toBe(document.body);
});

it('closing an order does not take the focus from where the user moved it', () => {
  const { rerender } = render(<Orders openId="A1" />);
  screen.getByRole('textbox', { name: 'Search' }).focus();
  rerender(<Orders openId={null} />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
});
