import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useCreating } from './use-creating';

/** At an address. `making`: whether keys are being made for each of two storefronts. `set`: begins or ends it for the second. */
function open(address: string) {
  const { result } = renderHook(() => [useCreating('1'), useCreating('2')] as const, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return {
    making: () => result.current.map(([isMaking]) => isMaking),
    set: (isMaking: boolean) => act(() => result.current[1][1](isMaking)),
  };
}

it('goes on for no other storefront than the one that it began for', () => {
  const { making, set } = open('/?guild=2');
  expect(making()).toEqual([false, false]);
  set(true);
  expect(making()).toEqual([false, true]);
  set(false);
  expect(making()).toEqual([false, false]);
});

it('begins for any that a link leads to', () => {
  expect(open('/?create').making()).toEqual([true, true]);
  expect(open('/?create&guild=2').making()).toEqual([false, true]);
});
