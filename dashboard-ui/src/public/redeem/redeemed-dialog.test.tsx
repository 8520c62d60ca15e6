import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RedeemedDialog } from './redeemed-dialog';

const orderId = 'RX81P-V6NDK-94FMZ-TQ2CE';
const onClosed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onClosed.mockReset();
  render(<RedeemedDialog guildId="918430295761048371" orderId={orderId} onClosed={onClosed} plainPaths />);
});

afterEach(() => {
  vi.useRealTimers();
});

const scrim = () => document.querySelector('.scrim')!;

async function press(from: Element, to: Element) {
  fireEvent.pointerDown(from);
  fireEvent.pointerUp(to);
  // When a press ends on another element, the browser sends `click` to the nearest ancestor of both.
  fireEvent.click(from === to ? to : scrim());
  await act(() => vi.advanceTimersByTimeAsync(1000));
}

it('the dialog closes on a click outside it', async () => {
  await press(scrim(), scrim());
  expect(onClosed).toHaveBeenCalledOnce();
});

it('the dialog stays open when a drag that selects the order ID ends outside it', async () => {
  await press(screen.getByText(orderId), scrim());
  expect(onClosed).not.toHaveBeenCalled();
});
