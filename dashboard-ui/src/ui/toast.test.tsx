import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from './toast';
import { Toaster } from './toaster';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  pass(10_000);
  vi.useRealTimers();
});

const say = (message: string) => act(() => toast(message));
const pass = (time: number) => act(() => vi.advanceTimersByTime(time));
const shown = () => screen.queryAllByRole('status').map((item) => item.textContent);

describe('toasts', () => {
  it('last 4000 ms', () => {
    say('Copied');
    pass(3999);
    expect(shown()).toEqual(['Copied']);
    pass(1);
    expect(shown()).toEqual([]);
  });

  it('are shown three at a time while the others wait', () => {
    for (const message of ['a', 'b', 'c', 'd']) say(message);
    expect(shown()).toEqual(['a', 'b', 'c']);
    pass(4000);
    expect(shown()).toEqual(['d']);
  });

  it('are limited to twenty: the one that has waited longest is dropped', () => {
    for (let index = 1; index <= 21; index++) say(String(index));
    const seen: (string | null)[] = [];
    while (shown().length > 0) {
      seen.push(...shown());
      pass(4000);
    }
    expect(seen).toHaveLength(20);
    expect(seen).not.toContain('4');
    expect(seen).toContain('21');
  });

  it('are alerts if they report an error', () => {
    act(() => toast.error('Copy failed'));
    expect(screen.getByRole('alert').textContent).toBe('Copy failed');
  });
});
