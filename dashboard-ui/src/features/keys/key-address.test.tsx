import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useKeyAddress } from './key-address';

it('turning back goes through every page before, up to the first', () => {
  const { result } = renderHook(() => useKeyAddress(), { wrapper: MemoryRouter });
  const place = () => [result.current.page, result.current.cursor];
  act(() => result.current.turnTo('b'));
  act(() => result.current.turnTo('c'));
  expect(place()).toEqual([3, 'c']);
  act(() => result.current.turnBack());
  expect(place()).toEqual([2, 'b']);
  act(() => result.current.turnBack());
  expect(place()).toEqual([1, '']);
});
