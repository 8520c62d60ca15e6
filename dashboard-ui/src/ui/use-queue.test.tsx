import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { toasts } from './toast';
import { useQueue } from './use-queue';

let said: MockInstance<typeof toasts.show>;
beforeEach(() => {
  said = vi.spyOn(toasts, 'show');
});

it('useQueue returns its items one after the other', () => {
  const { result } = renderHook(() => useQueue<string>('Lost.'));
  act(() => result.current.add('a'));
  act(() => result.current.add('b'));
  expect(result.current.first).toBe('a');
  act(() => result.current.dropFirst());
  expect(result.current.first).toBe('b');
  expect(said).not.toHaveBeenCalled();
});

it('useQueue shows a toast for an item that is added after unmounting', () => {
  const { result, unmount } = renderHook(() => useQueue<string>((name) => `Lost: ${name}.`));
  unmount();
  act(() => result.current.add('a'));
  expect(said).toHaveBeenCalledWith('success', 'Lost: a.');
});
