import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallRow } from './call-row';
import type { StoreCall } from './queries';

const call: StoreCall = {
  id: '1',
  provider: 'sellauth',
  verdict: 'delivered',
  status: 200,
  purchase: null,
  product: 'lofi',
  variant: 'blue',
  quantity: 1,
  email: null,
  keys: [],
  short: false,
  at: '2026-11-20T09:14:00Z',
};

it.each([
  [null, 'Product lofi, variant blue'],
  [1, 'Product lofi, variant blue'],
  [2, 'Product lofi, variant blue × 2'],
])('a call for a quantity of %j says %j', (quantity, words) => {
  render(<CallRow call={{ ...call, quantity }} onOpen={() => {}} />);
  expect(screen.getByText(words)).toBeDefined();
});

it.each([
  [null, 'SellAuth, Delivered, show the call'],
  ['INV-7', 'SellAuth, Delivered, INV-7, show the call'],
])('the button of a call for the purchase %j is named %j', (purchase, name) => {
  render(<CallRow call={{ ...call, purchase }} onOpen={() => {}} />);
  expect(screen.getByRole('button', { name })).toBeDefined();
});
