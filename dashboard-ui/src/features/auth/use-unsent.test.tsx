import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetSession, storeSession } from '../../api/session';
import { forgetUnsent } from './unsent';
import { useKeepUnsent, useKeepUntilSent, useUnsent } from './use-unsent';

const user = vi.hoisted(() => ({ id: '' }));
vi.mock('./require-user', () => ({ useUser: () => user }));

function write(text: string | undefined) {
  return renderHook(({ value }) => useKeepUnsent('note', value), { initialProps: { value: text } });
}
const found = () => renderHook(() => useUnsent('note')).result.current;

beforeEach(() => {
  sessionStorage.clear();
  storeSession('bds_mine');
  user.id = 'mika';
});

it('unsent input is restored for the same user after the session ended, and for nobody else', () => {
  const form = write('Call them');
  form.rerender({ value: 'Call them back' });
  forgetSession();
  form.unmount();
  expect(found()).toBe('Call them back');
  user.id = 'nova';
  expect(found()).toBeUndefined();
});

it('unsent input is dropped once it is sent, and when the user leaves the screen', () => {
  const form = write('Call them');
  form.rerender({ value: undefined });
  expect(found()).toBeUndefined();
  form.rerender({ value: 'And again' });
  form.unmount();
  expect(found()).toBeUndefined();
});

it('unsent input is dropped when the user signs out', () => {
  const form = write('Call them');
  forgetSession();
  forgetUnsent();
  form.unmount();
  expect(found()).toBeUndefined();
});

it('unsent input is dropped while it is being sent, and kept again when sending fails', async () => {
  const { result } = renderHook(() => useKeepUntilSent('note', 'Call them'));
  let refuse: (reason: Error) => void = () => {};
  const sending = result.current(new Promise((_, reject) => (refuse = reject)));
  expect(found()).toBeUndefined();
  refuse(new Error('no'));
  await expect(sending).rejects.toThrow('no');
  expect(found()).toBe('Call them');
  await result.current(Promise.resolve());
  expect(found()).toBeUndefined();
});

it('input that was typed while another was being sent stays kept when sending fails', async () => {
  const form = renderHook(({ value }) => useKeepUntilSent('note', value), {
    initialProps: { value: 'Call them' },
  });
  let refuse: (reason: Error) => void = () => {};
  const sending = form.result.current(new Promise((_, reject) => (refuse = reject)));
  form.rerender({ value: 'Call them back' });
  refuse(new Error('no'));
  await expect(sending).rejects.toThrow('no');
  expect(found()).toBe('Call them back');
});

it('unsent input is dropped without an error when the session storage is full', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full, removeItem: () => {} });
  const form = write('Call them');
  expect(found()).toBeUndefined();
  form.unmount();
});
