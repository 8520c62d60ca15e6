import { act, renderHook } from '@testing-library/react';
import { createContext, use, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTyped } from './use-typed';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

const Screen = createContext<ReactNode>(null);

function setUp(kept = '') {
  const told: string[] = [];
  const router = createMemoryRouter([
    { path: '/', Component: () => use(Screen) },
    { path: '/late', lazy: () => new Promise<object>(() => {}) },
  ]);
  const hook = renderHook(({ kept }) => useTyped(kept, (text) => told.push(text)), {
    initialProps: { kept },
    wrapper: ({ children }) => (
      <Screen value={children}>
        <RouterProvider router={router} />
      </Screen>
    ),
  });
  return {
    told,
    typed: () => hook.result.current[0],
    type: (text: string) => act(() => hook.result.current[1](text)),
    keep: (kept: string) => hook.rerender({ kept }),
    go: (to: string) => act(async () => void router.navigate(to)),
  };
}

it('useTyped passes on the trimmed text after a pause of 300 ms', () => {
  const { told, typed, type } = setUp();
  type('te');
  wait(200);
  type('tea ');
  wait(200);
  expect(told).toEqual([]);
  wait(200);
  expect(told).toEqual(['tea']);
  expect(typed()).toBe('tea ');
});

it('useTyped keeps newer text when the value that it passed on comes back', () => {
  const { typed, type, keep } = setUp();
  type('te');
  wait(300);
  type('tea');
  keep('te');
  expect(typed()).toBe('tea');
});

it('useTyped follows a value that is changed elsewhere, also back to an earlier one', () => {
  const { told, typed, type, keep } = setUp('tea');
  type('teapot');
  wait(300);
  keep('teapot');
  keep('');
  expect(typed()).toBe('');
  keep('teapot');
  expect(typed()).toBe('teapot');
  wait(1000);
  expect(told).toEqual(['teapot']);
});

it('useTyped passes nothing on during a navigation, but does once that is cancelled', async () => {
  const { told, type, go } = setUp();
  type('tea');
  await go('/late');
  wait(1000);
  expect(told).toEqual([]);
  await go('/?page=2');
  wait(300);
  expect(told).toEqual(['tea']);
});
