import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTyped } from './use-typed';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function setUp(kept = '') {
  const told: string[] = [];
  const hook = renderHook(({ kept }) => useTyped(kept, (text) => told.push(text)), {
    initialProps: { kept },
  });
  return {
    told,
    typed: () => hook.result.current[0],
    type: (text: string) => act(() => hook.result.current[1](text)),
    keep: (kept: string) => hook.rerender({ kept }),
  };
}

it('tells what was typed once it stands still, without blanks around it', () => {
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

it('lets nothing that is still being typed go when what was told comes back', () => {
  const { typed, type, keep } = setUp();
  type('te');
  wait(300);
  type('tea');
  keep('te');
  expect(typed()).toBe('tea');
});

it('follows what is changed elsewhere, there and back', () => {
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
