import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCode } from './fresh-code';
import { until } from '../shared/test-until';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const reload = vi.fn();
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  vi.stubGlobal(
    'fetch',
    fetchMock.mockReset().mockImplementation(async () => Response.json({})),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

it('gives the code', async () => {
  expect(await loadCode(async () => 'code', reload)).toBe('code');
  expect(reload).not.toHaveBeenCalled();
});

it('loads the page anew once when the code is gone', async () => {
  void loadCode(gone, reload);
  await until(() => expect(reload).toHaveBeenCalledOnce());
  await expect(loadCode(gone, reload)).rejects.toThrow('dynamically imported');
  expect(reload).toHaveBeenCalledOnce();
});

it('may do so again later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  void loadCode(gone, reload);
  await until(() => expect(reload).toHaveBeenCalledOnce());
  vi.setSystemTime(Date.now() + 60_000);
  void loadCode(gone, reload);
  await until(() => expect(reload).toHaveBeenCalledTimes(2));
});

it('stays where it is while the server cannot be reached', async () => {
  fetchMock.mockRejectedValue(new TypeError('offline'));
  await expect(loadCode(gone, reload)).rejects.toThrow('dynamically imported');
  expect(reload).not.toHaveBeenCalled();
});
