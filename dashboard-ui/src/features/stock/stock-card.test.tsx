import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { StockCard } from './stock-card';

vi.mock('../members/use-rights', () => ({ useRights: () => ({ owns: true }) }));

const others = { stock: 'OneMonthTokens.txt', reserved: 0, delivered: 0, failed: 0 };

it.each([
  [11, null],
  [10, 'Low stock'],
  [1, 'Low stock'],
  [0, 'Out of stock'],
])('with %i tokens and the threshold 10 a card is marked %j', (available, mark) => {
  render(<StockCard guildId="1" level={{ ...others, available }} lowThreshold={10} onTaken={() => {}} />);
  expect(screen.queryByText(/^(Low|Out of) stock$/)?.textContent ?? null).toBe(mark);
});
