import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../auth/signed-in';
import { well } from './a-health';
import { HealthPage } from './health-page';

afterEach(() => void vi.useRealTimers());

it('"Nothing fails" is shown only while the server answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = vi.fn(async () => Response.json(well));
  vi.stubGlobal('fetch', answer);
  renderSignedIn(HealthPage, { admin: true });
  expect(await screen.findByText('Nothing fails')).toBeDefined();
  answer.mockImplementation(async () => Response.json({ code: 503, message: 'Later.' }, { status: 503 }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText('Health could not be loaded')).toBeDefined();
  expect(screen.queryByText('Nothing fails')).toBeNull();
  answer.mockImplementation(async () => Response.json(well));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText('Nothing fails')).toBeDefined();
});

it.each([
  ['is', 9],
  ['is not', 10],
])('a disk %s marked as nearly full with %i of its 100 GB free', async (is, free) => {
  const disk = { place: 'database', free: free * 1e9, size: 100e9 } as const;
  vi.stubGlobal('fetch', async () => Response.json({ ...well, disks: [disk] }));
  renderSignedIn(HealthPage, { admin: true });
  const figure = await screen.findByText(`${free}.0 GB free`);
  expect(figure.classList.contains('text-red')).toBe(is === 'is');
});

it('the orders to be delivered include those under way', async () => {
  const orders = { ...well.orders, waiting: 2, underWay: 3 };
  vi.stubGlobal('fetch', async () => Response.json({ ...well, orders }));
  renderSignedIn(HealthPage, { admin: true });
  const label = await screen.findByText('Orders to be delivered');
  expect(within(label.closest('li')!).getByText('5')).toBeDefined();
});
