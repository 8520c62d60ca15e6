import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useCreating } from './use-creating';

type Entry = string | { pathname: string; search: string; state: unknown };

/** Opens the last of these addresses; the others are the history before it. The dialog is shown for two storefronts. */
async function show(...entries: Entry[]) {
  let dialogs!: ReturnType<typeof useCreating>[];
  function Keys() {
    dialogs = [useCreating('1'), useCreating('2')];
    return null;
  }
  const router = createMemoryRouter([{ path: '*', Component: Keys }], { initialEntries: entries });
  await act(async () => void render(<RouterProvider router={router} />));
  return {
    making: () => dialogs.map(({ creating }) => creating),
    open: () => act(async () => dialogs[1]!.open()),
    close: () => act(async () => dialogs[1]!.close()),
    go: (delta: number) => act(async () => router.navigate(delta)),
    place: () => router.state.location.pathname + router.state.location.search,
    state: () => router.state.location.state as unknown,
  };
}

it('the create dialog is open only for the storefront that it was opened for', async () => {
  const { making, open, close } = await show('/keys?guild=2');
  expect(making()).toEqual([false, false]);
  await open();
  expect(making()).toEqual([false, true]);
  await close();
  expect(making()).toEqual([false, false]);
});

it('a link opens the create dialog for its storefront, or for any if it names none', async () => {
  expect((await show('/keys?create')).making()).toEqual([true, true]);
  expect((await show('/keys?create&guild=2')).making()).toEqual([false, true]);
});

it('the way back from the create dialog is the list as it was, whether it is closed or left by going back', async () => {
  const way = { way: [''] };
  const { making, open, close, go, place, state } = await show('/orders', {
    pathname: '/keys',
    search: '?after=x&page=2',
    state: way,
  });
  for (const leave of [close, () => go(-1)]) {
    await open();
    expect(making()).toEqual([false, true]);
    await leave();
    expect(place()).toBe('/keys?after=x&page=2');
    expect(state()).toEqual(way);
  }
  await go(-1);
  expect(place()).toBe('/orders');
});

it('closing the create dialog that a link has opened stays on the screen', async () => {
  const { making, close, go, place } = await show('/orders', '/keys?create');
  await close();
  expect(making()).toEqual([false, false]);
  expect(place()).toBe('/keys');
  await go(-1);
  expect(place()).toBe('/orders');
});
