import { expect, it, vi } from 'vitest';
import { figureOf } from './figure-of';

const query = (state: { data?: number; isError?: boolean; isFetching?: boolean }) => ({
  data: undefined,
  isError: false,
  isFetching: false,
  refetch: vi.fn(),
  ...state,
});

it('figureOf formats numbers and keeps texts unchanged', () => {
  expect(figureOf(query({ data: 1234 }), (data) => data)).toEqual({ status: 'ready', text: '1,234' });
  expect(figureOf(query({ data: 12 }), (data) => `${data} min`)).toEqual({ status: 'ready', text: '12 min' });
});

it('figureOf is loading while there is neither data nor an error', () => {
  expect(figureOf(query({ isFetching: true }), String)).toEqual({ status: 'loading' });
});

it('a failed figure can be retried, and is busy while it is refetched', () => {
  const failed = query({ isError: true });
  const figure = figureOf(failed, String);
  expect(figure).toMatchObject({ status: 'failed', busy: false });
  if (figure.status === 'failed') figure.retry();
  expect(failed.refetch).toHaveBeenCalledOnce();
  expect(figureOf(query({ isError: true, isFetching: true }), String)).toMatchObject({ busy: true });
});
