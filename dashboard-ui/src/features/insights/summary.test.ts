import { expect, it } from 'vitest';
import { byDay, csv, duration, lasting, percent, summarize } from './summary';

const day = (day: string, stock: string, orders: number, rate: number | null, done = orders) => ({
  day,
  stock,
  orders,
  boosts: orders * 2,
  done,
  doneBoosts: done * 4,
  successRate: rate,
  medianMinutes: rate === null ? null : 30,
});

it('byDay adds up the stocks of each day', () => {
  expect(
    byDay([day('2026-11-20', 'a', 2, 1), day('2026-11-20', 'b', 1, 1), day('2026-11-21', 'a', 0, null)]),
  ).toEqual([
    { day: '2026-11-20', orders: 3, boosts: 6 },
    { day: '2026-11-21', orders: 0, boosts: 0 },
  ]);
});

it('summarize weighs rates by completed orders, and has no rate without orders', () => {
  expect(summarize([day('1', 'a', 3, 1), day('2', 'a', 100, 0, 1)]).successRate).toBe(0.75);
  expect(summarize([day('1', 'a', 3, 1), day('2', 'a', 1, 0)])).toEqual({
    orders: 4,
    boosts: 8,
    successRate: 0.75,
    minutes: 30,
  });
  expect(summarize([day('1', 'a', 0, null)]).successRate).toBeUndefined();
});

it('a rate is formatted in percent, and a missing one as a dash', () => {
  expect([percent(0.985), percent(1), percent(undefined)]).toEqual(['98.5%', '100.0%', '–']);
});

it.each([
  [0.2, '< 1 min'],
  [45, '45 min'],
  [150, '2.5 h'],
  [5040, '3.5 days'],
])('%d minutes are formatted as %s', (minutes, text) => expect(duration(minutes)).toBe(text));

it.each([
  [0.4, 'less than a day'],
  [1.9, '1 day'],
  [1234.5, '1,234 days'],
])('stock that lasts %d days is formatted as %s', (days, text) => expect(lasting(days)).toBe(text));

it('the CSV has one row for each day and stock', () => {
  expect(
    csv([day('2026-11-20', 'OneMonthTokens.txt', 2, 0.5), day('2026-11-21', 'OneMonthTokens.txt', 0, null)]),
  ).toBe(
    'day,stock,orders,boosts,success_rate,median_minutes\r\n' +
      '2026-11-20,OneMonthTokens.txt,2,4,0.5,30\r\n2026-11-21,OneMonthTokens.txt,0,0,,\r\n',
  );
});
