import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { toasts } from './toast';
import { useCarryOut } from './use-carry-out';

function open() {
  const said = vi.spyOn(toasts, 'show').mockImplementation(() => {});
  const queries = new QueryClient();
  queries.setQueryData(['blocklist'], []);
  queries.setQueryData(['orders'], []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCarryOut('blocklist'), { wrapper });
  const stale = () =>
    (['blocklist', 'orders'] as const).map((head) => queries.getQueryState([head])?.isInvalidated);
  return { carryOut: result.current, said, stale };
}

it.each([
  ['a text', 'Blocked!'],
  ['a text about the answer', (count: number) => `${count === 2 ? 'Blocked' : ''}!`],
])('work that is done is told of by %s, and what it changed is stale', async (_, text) => {
  const { carryOut, said, stale } = open();
  await carryOut(Promise.resolve(2), text);
  expect(said.mock.calls).toEqual([['success', 'Blocked!']]);
  expect(stale()).toEqual([true, false]);
});

it('work that failed is passed on, and what it may have changed is stale', async () => {
  const { carryOut, said, stale } = open();
  await expect(carryOut(Promise.reject(new Error('no')), 'Blocked!')).rejects.toThrow('no');
  expect(said).not.toHaveBeenCalled();
  expect(stale()).toEqual([true, false]);
});
