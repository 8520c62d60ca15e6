import { expect, it, vi } from 'vitest';
import { figureOf } from './figure-of';

const query = (state: { data?: number; isError?: boolean; isFetching?: boolean }) => ({
  data: undefined,
  isError: false,
  isFetching: false,
  refetch: vi.fn(),
  ...state,
});

it('writes a number out, and takes a text as it is', () => {
  expect(figureOf(query({ data: 1234 }), (data) => data)).toEqual({ status: 'ready', text: '1,234' });
  expect(figureOf(query({ data: 12 }), (data) => `${data} min`)).toEqual({ status: 'ready', text: '12 min' });
});

it('is on its way until there is an answer or a failure', () => {
  expect(figureOf(query({ isFetching: true }), String)).toEqual({ status: 'loading' });
});

it('is tried again where it failed, and says so meanwhile', () => {
  const failed = query({ isError: true });
  const figure = figureOf(failed, String);
  expect(figure).toMatchObject({ status: 'failed', busy: false });
  if (figure.status === 'failed') figure.retry();
  expect(failed.refetch).toHaveBeenCalledOnce();
  expect(figureOf(query({ isError: true, isFetching: true }), String)).toMatchObject({ busy: true });
});
