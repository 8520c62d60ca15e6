import { act, render } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { HeldBack } from './held-back';

const list = (until: boolean) => <HeldBack until={until}>list</HeldBack>;

it('is shown once what is above it is known, and stays when that changes again', () => {
  const { container, rerender } = render(list(false));
  expect(container.textContent).toBe('');
  rerender(list(true));
  expect(container.textContent).toBe('list');
  rerender(list(false));
  expect(container.textContent).toBe('list');
});

it('is shown after ten seconds even if what is above it does not become known', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { container } = render(list(false));
  act(() => vi.advanceTimersByTime(9999));
  expect(container.textContent).toBe('');
  act(() => vi.advanceTimersByTime(1));
  expect(container.textContent).toBe('list');
});
