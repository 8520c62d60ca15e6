import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ModalFrame, useModal } from './modal';
import { say } from './say';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (time: number) => act(() => vi.advanceTimersByTime(time));

function Asking() {
  return (
    <ModalFrame modal={useModal(() => {})} label="Sure?" className="">
      <button type="button">Yes</button>
    </ModalFrame>
  );
}

/** The texts in the places of the page itself, and of the dialog. */
const said = () =>
  [document.body, document.querySelector('dialog')].map((layer) =>
    layer ? [...layer.querySelectorAll(':scope > [aria-live] > *')].map((line) => line.textContent) : [],
  );

it('a text is said inside the open dialog, in a place that was there before', () => {
  render(<Asking />);
  say('Done');
  const place = document.querySelector('dialog > [aria-live=polite]')!;
  expect(place.textContent).toBe('');
  pass(200);
  expect(said()).toEqual([[], ['Done']]);
  expect(place.textContent).toBe('Done');
  pass(5000);
  expect(said()).toEqual([[], []]);
});

it('a text is said outside of a dialog that closes with the work it reports', () => {
  const { unmount } = render(<Asking />);
  say('Done');
  unmount();
  pass(200);
  expect(said()).toEqual([['Done'], []]);
  pass(5000);
});

it('the same text twice is said twice', () => {
  say('Copied');
  say('Copied');
  pass(200);
  expect(said()).toEqual([['Copied', 'Copied'], []]);
  pass(5000);
});
