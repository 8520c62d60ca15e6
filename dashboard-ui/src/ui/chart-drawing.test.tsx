import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Drawing } from './chart-drawing';

const points = [
  { label: 'Mon', bar: 2, line: 4 },
  { label: 'Tue', bar: 1, line: 2 },
];

/** Draws in a place of this width, before an observer has reported it. */
function widthIn(place: number) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, place, 200));
  const { container } = render(
    <Drawing label="Course" columnLabel="Day" barLabel="Orders" lineLabel="Boosts" points={points} />,
  );
  return container.querySelector('svg')?.getAttribute('width');
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
