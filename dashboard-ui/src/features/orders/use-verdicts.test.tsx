import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { useVerdicts } from './use-verdicts';

it('saving verdicts concerns their own order, even when another one is shown meanwhile', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked.push(new URL(url).pathname);
    return new Promise<Response>(() => {});
  });
  const queries = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook((orderId) => useVerdicts(orderId, [`token of ${orderId}`]), {
    wrapper,
    initialProps: 'A1',
  });
  act(() => result.current.chooseAll('delivered'));
  act(() => result.current.save());
  await waitFor(() => expect(result.current.saving).toBe(true));
  rerender('B2');
  expect(result.current.saving).toBe(false);
  expect(asked).toEqual(['/api/dashboard/orders/A1/deliver']);
});
