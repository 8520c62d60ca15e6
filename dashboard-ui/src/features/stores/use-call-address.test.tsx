import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useCallAddress } from './use-call-address';

/** Opens an address, with the second storefront on the screen. */
function open(address: string) {
  const { result } = renderHook(() => useCallAddress('2'), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return {
    call: () => result.current.open,
    press: (call: string | undefined) => act(() => result.current.setOpen(call)),
  };
}

it.each(['/?call=9', '/?guild=2&call=9'])('the address %s opens its call', (address) => {
  expect(open(address).call()).toBe('9');
});

it('a call of another storefront stays closed, and one of the shown storefront can be opened', () => {
  const { call, press } = open('/?guild=1&call=9');
  expect(call()).toBeUndefined();
  press('5');
  expect(call()).toBe('5');
  press(undefined);
  expect(call()).toBeUndefined();
});
