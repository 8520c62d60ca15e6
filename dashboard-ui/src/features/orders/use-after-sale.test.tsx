import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { toast } from '../../ui/toast';
import { useAfterSale } from './use-after-sale';

let answerDeed: (response: Response) => void;
const asked: string[] = [];
let readOrder: () => Response;
const read: string[] = [];

beforeEach(() => {
  read.length = asked.length = 0;
  readOrder = () => Response.json({});
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    if (method === 'POST') {
      asked.push(new URL(url).pathname);
      return new Promise<Response>((resolve) => (answerDeed = resolve));
    }
    read.push(new URL(url).pathname);
    return readOrder();
  });
});

function open(orderId: string) {
  const queries = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(useAfterSale, { wrapper, initialProps: orderId });
}

const address = (orderId: string) => `/api/dashboard/orders/${orderId}/order.json`;

it('an action reloads its own order, even when the dialog shows another one by then', async () => {
  const { result, rerender } = open('A1');
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.busy).toEqual(['retry']));
  rerender('B2');
  expect(result.current.busy).toEqual([]);
  await act(async () => answerDeed(Response.json({ message: 'Sent again.' })));
  await waitFor(() => expect(read).toEqual([address('A1')]));
});

it('an action succeeds without an error toast when its order cannot be reloaded', async () => {
  const [said, failed] = [vi.spyOn(toast, 'error'), () => Response.json({}, { status: 503 })];
  readOrder = failed;
  const { result } = open('A1');
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.busy).toEqual(['retry']));
  await act(async () => answerDeed(Response.json({ message: 'Sent again.' })));
  await waitFor(() => expect(result.current.busy).toEqual([]));
  expect(read).toEqual([address('A1')]);
  expect(said).not.toHaveBeenCalled();
});

it('an action is busy for its own order until it is done', async () => {
  const { result, rerender } = open('A1');
  act(() => result.current.addNote('Paid twice', async () => {}));
  await waitFor(() => expect(asked).toHaveLength(1));
  const answerNote = answerDeed;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.busy).toEqual(['note', 'retry']));
  rerender('B2');
  act(() => result.current.retry());
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(result.current.busy).toEqual(['retry']);
  rerender('A1');
  expect(result.current.busy).toEqual(['note', 'retry']);
  await act(async () => answerNote(Response.json({ message: 'Note added.' })));
  await waitFor(() => expect(result.current.busy).toEqual(['retry']));
});
