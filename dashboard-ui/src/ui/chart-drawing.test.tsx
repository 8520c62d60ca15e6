import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Drawing } from './chart-drawing';

const points = [
  { label: 'Mon', bar: 2, line: 4 },
  { label: 'Tue', bar: 1, line: 2 },
];

/** Draws in a place of this width, before an observer has reported it. */
function widthIn(place: number) {
  return drawIn(place)?.getAttribute('width');
}

function drawIn(place: number) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, place, 200));
  const { container } = render(
    <Drawing label="Course" columnLabel="Day" barLabel="Orders" lineLabel="Boosts" points={points} />,
  );
  return container.querySelector('svg');
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

it('the chart is as wide as its container on its first render', () => expect(widthIn(917)).toBe('917'));

it('the chart is at least 240 px wide', () => expect(widthIn(100)).toBe('240'));

it('the tooltip goes with the mouse, and stays after a touch until another place is touched', () => {
  const chart = drawIn(640)!;
  const isShown = () => screen.queryByText('Mon', { selector: '.pop p' }) !== null;
  fireEvent.pointerMove(chart, { clientX: 100, pointerType: 'mouse' });
  expect(isShown()).toBe(true);
  fireEvent.pointerLeave(chart, { pointerType: 'mouse' });
  expect(isShown()).toBe(false);
  fireEvent.pointerDown(chart, { clientX: 100, pointerType: 'touch' });
  fireEvent.pointerLeave(chart, { pointerType: 'touch' });
  expect(isShown()).toBe(true);
  fireEvent.pointerDown(document.body, { pointerType: 'touch' });
  expect(isShown()).toBe(false);
});
