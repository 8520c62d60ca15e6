import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { everything } from './narrowing';
import { useBeyond } from './use-beyond';
import { until } from '../../shared/test-until';

const onStep = vi.fn();
let queries: QueryClient;
let answer: () => Promise<void>;

beforeEach(() => {
  onStep.mockReset();
  const list = { folders: ['C3', 'D4'], folderDates: {}, total: 4, totalIsCapped: false };
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = async () => {
          resolve(Response.json(list));
          await until(() => expect(queries.isFetching()).toBe(0));
          await act(async () => {});
        };
      }),
  );
});

/** Steps from the open order to the next page. */
async function step() {
  queries = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const narrowing = everything;
  const pages = { page: 1, pages: 2, size: 2, total: 4, isCapped: false, narrowing };
  const hook = renderHook((openId) => useBeyond(pages, openId, onStep), {
    wrapper,
    initialProps: 'B2' as string | null,
  });
  await act(async () => hook.result.current.onNext!());
  return hook;
}

it('stepping forward opens the first order of the next page', async () => {
  await step();
  await answer();
  expect(onStep).toHaveBeenCalledWith('C3', 2);
});

it.each([
  ['was closed', null],
  ['was left for another one', 'A1'],
])('stepping forward opens nothing when the order %s meanwhile', async (_, openId) => {
  const { rerender } = await step();
  rerender(openId);
  await answer();
  expect(onStep).not.toHaveBeenCalled();
});

it('stepping forward opens nothing when the user has left the orders meanwhile', async () => {
  const { unmount } = await step();
  unmount();
  await answer();
  expect(onStep).not.toHaveBeenCalled();
});
