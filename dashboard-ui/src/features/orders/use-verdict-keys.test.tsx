import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useVerdictKeys } from './use-verdict-keys';

it('the letter keys stay turned off when the order is opened again', () => {
  const open = () => renderHook(() => useVerdictKeys([], {} as never));
  const { result, unmount } = open();
  expect(result.current.letters).toBe(true);
  act(() => result.current.setLetters(false));
  unmount();
  const again = open().result;
  expect(again.current.letters).toBe(false);
  act(() => again.current.setLetters(true));
  expect(open().result.current.letters).toBe(true);
});
