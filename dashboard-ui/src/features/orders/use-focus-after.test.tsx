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

it('is on the row of the order that was open', () => {
  close('B2');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'B2' }));
});

it('is on the row of the order that was stepped to', () => {
  const { rerender } = render(<Orders openId="B2" />);
  rerender(<Orders openId="A1" />);
  rerender(<Orders openId={null} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'A1' }));
});

it('is on the title where that order is not on the page', () => {
  close('C3');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orders' }));
});

it('is left alone where none was open', () => {
  render(<Orders openId={null} />);
  expect(document.activeElement).toBe(document.body);
});

it('is left with whoever has gone on', () => {
  const { rerender } = render(<Orders openId="A1" />);
  screen.getByRole('textbox', { name: 'Search' }).focus();
  rerender(<Orders openId={null} />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
});
