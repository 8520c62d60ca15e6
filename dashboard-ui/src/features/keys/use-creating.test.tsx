import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useCreating } from './use-creating';

/**
 * Opens an address. `making`: whether the create dialog is open, for each of two storefronts. `set`: opens or closes
 * it for the second one.
 */
function open(address: string) {
  const { result } = renderHook(() => [useCreating('1'), useCreating('2')] as const, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return {
    making: () => result.current.map(([isMaking]) => isMaking),
    set: (isMaking: boolean) => act(() => result.current[1][1](isMaking)),
  };
}

it('the create dialog is open only for the storefront that it was opened for', () => {
  const { making, set } = open('/?guild=2');
  expect(making()).toEqual([false, false]);
  set(true);
  expect(making()).toEqual([false, true]);
  set(false);
  expect(making()).toEqual([false, false]);
});

it('a link opens the create dialog for its storefront, or for any if it names none', () => {
  expect(open('/?create').making()).toEqual([true, true]);
  expect(open('/?create&guild=2').making()).toEqual([false, true]);
});
