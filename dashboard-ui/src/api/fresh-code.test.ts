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

it('loadCode returns the loaded code without reloading the page', async () => {
  expect(await loadCode(async () => 'code', reload)).toBe('code');
  expect(reload).not.toHaveBeenCalled();
});

it('loadCode reloads the page once if the code is gone, and throws the next time', async () => {
  void loadCode(gone, reload);
  await until(() => expect(reload).toHaveBeenCalledOnce());
  await expect(loadCode(gone, reload)).rejects.toThrow('dynamically imported');
  expect(reload).toHaveBeenCalledOnce();
});

it('loadCode may reload the page again after 60 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  void loadCode(gone, reload);
  await until(() => expect(reload).toHaveBeenCalledOnce());
  vi.setSystemTime(Date.now() + 60_000);
  void loadCode(gone, reload);
  await until(() => expect(reload).toHaveBeenCalledTimes(2));
});

it('loadCode throws without a reload if the server cannot be reached', async () => {
  fetchMock.mockRejectedValue(new TypeError('offline'));
  await expect(loadCode(gone, reload)).rejects.toThrow('dynamically imported');
  expect(reload).not.toHaveBeenCalled();
});
