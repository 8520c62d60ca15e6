import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeliveryBar } from './delivery-bar';

it.each([
  [8, 1, 1, 2, 4],
  [8, 4, 1, 5, 5],
])(
  'of %i boosts, %i successful and %i failed tokens are %i of %i',
  (amount, successful, failed, now, most) => {
    render(<DeliveryBar amount={amount} successful={successful} failed={failed} />);
    const bar = screen.getByRole('progressbar');
    const range = ['aria-valuenow', 'aria-valuemax'].map((name) => Number(bar.getAttribute(name)));
    expect(range).toEqual([now, most]);
  },
);
