import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from './toast';
import { Toaster } from './toaster';

const top = vi.hoisted(() => ({ layer: undefined as HTMLElement | undefined }));
vi.mock('./modal', () => ({ useTopLayer: () => top.layer }));

const show = vi.fn();

beforeEach(() => {
  HTMLElement.prototype.showPopover = show.mockReset();
});

it('the toaster is shown as a popover', () => {
  top.layer = document.body;
  render(<Toaster />);
  expect(show).toHaveBeenCalledOnce();
});

it('the toaster is not shown as a popover in a dialog that was removed', () => {
  top.layer = document.createElement('dialog');
  render(<Toaster />);
  expect(show).not.toHaveBeenCalled();
});

it('a toast is announced once, although it moves into a dialog and back', () => {
  vi.useFakeTimers();
  const dialog = document.body.appendChild(document.createElement('dialog'));
  top.layer = dialog;
  const { rerender } = render(<Toaster />);
  act(() => toast('Saved'));
  top.layer = document.body;
  rerender(<Toaster />);
  expect(screen.getByRole('status').textContent, 'its dialog has closed at once').toBe('Saved');

  const heard = new Set<Element>();
  for (const layer of [document.body, dialog, document.body]) {
    top.layer = layer;
    rerender(<Toaster />);
    act(() => vi.advanceTimersByTime(500));
    expect(layer.querySelector('[aria-label=Notifications]')!.textContent).toBe('Saved');
    document.querySelectorAll('[role=status], [role=alert]').forEach((line) => heard.add(line));
  }
  expect([...heard].map((line) => line.textContent)).toEqual(['Saved']);
  vi.useRealTimers();
});
