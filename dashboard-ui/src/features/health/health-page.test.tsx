import { act, screen } from '@testing-library/react';
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
