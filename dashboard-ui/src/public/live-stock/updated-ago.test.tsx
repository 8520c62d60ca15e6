import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { UpdatedAgo } from './updated-ago';

it('counts from ahead of the clock, which may have been set back, are of just now', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(<UpdatedAgo at={Date.now() + 5000} stale={false} />);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('Updated just now')).toBeTruthy();
});
