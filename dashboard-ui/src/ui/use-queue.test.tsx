import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { toasts } from './toast';
import { useQueue } from './use-queue';

let said: MockInstance<typeof toasts.show>;
beforeEach(() => {
  said = vi.spyOn(toasts, 'show');
});

it('has one after the other', () => {
  const { result } = renderHook(() => useQueue<string>('Lost.'));
  act(() => result.current.add('a'));
  act(() => result.current.add('b'));
  expect(result.current.first).toBe('a');
  act(() => result.current.dropFirst());
  expect(result.current.first).toBe('b');
  expect(said).not.toHaveBeenCalled();
});

it('says what comes when nobody is there to see it', () => {
  const { result, unmount } = renderHook(() => useQueue<string>((name) => `Lost: ${name}.`));
  unmount();
  act(() => result.current.add('a'));
  expect(said).toHaveBeenCalledWith('success', 'Lost: a.');
});
