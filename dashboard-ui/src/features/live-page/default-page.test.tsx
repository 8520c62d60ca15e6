import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';

type LiveStockProps = { stock: object; shop: { name: string }; updatedAt: number; underBar?: boolean };

// Plain JavaScript, which has no types to import.
const pages = import.meta.glob<ComponentType<LiveStockProps>>('./default-page.jsx', {
  import: 'default',
  eager: true,
});

const LiveStock = pages['./default-page.jsx']!;
const stock = {
  oneMonthNitroTokens: 1,
  oneMonthServerBoosts: 2,
  threeMonthNitroTokens: 3,
  threeMonthServerBoosts: 6,
};

it('the page does not repeat the name that the bar above it shows', () => {
  render(<LiveStock stock={stock} shop={{ name: 'Nova' }} updatedAt={Date.now()} underBar />);
  expect(screen.queryByText('Nova')).toBeNull();
});

it.each([
  ['nova boosts', 'N'],
  ['🚀 nova', 'N'],
  [' 🚀', '🚀'],
  ['', ''],
])('the sign of a shop named "%s" shows "%s"', (name, initial) => {
  render(<LiveStock stock={stock} shop={{ name }} updatedAt={Date.now()} />);
  const sign = screen.getByRole('main').querySelector('p > span[aria-hidden]');
  expect(sign?.textContent).toBe(initial);
});
