import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSideScroll } from './use-side-scroll';

const names = ['All', 'To deliver', 'Processing', 'Completed', 'Failed'];

/** Each link is 100 wide, and 300 of them fit. */
const sizes = {
  clientWidth: () => 300,
  scrollWidth: () => 500,
  offsetWidth: () => 100,
  offsetLeft: (one: HTMLElement) => 100 * names.indexOf(one.textContent),
};

function Row({ current }: { current: string }) {
  const ref = useSideScroll<HTMLElement>(current);
  return (
    <nav ref={ref}>
      {names.map((name) => (
        <a key={name} aria-current={name === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

const row = () => screen.getByRole('navigation');

beforeEach(() => {
  for (const [name, size] of Object.entries(sizes)) {
    vi.spyOn(HTMLElement.prototype, name as 'offsetLeft', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return size(this);
    });
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

it('the row scrolls its current link into view, with a part of its neighbours', () => {
  const { rerender } = render(<Row current="All" />);
  expect(row().scrollLeft).toBeLessThanOrEqual(0);
  rerender(<Row current="Completed" />);
  expect(row().scrollLeft).toBe(132);
  rerender(<Row current="Processing" />);
  expect(row().scrollLeft).toBe(132);
  rerender(<Row current="To deliver" />);
  expect(row().scrollLeft).toBe(68);
});

it.each([
  [0, 'after'],
  [100, 'before after'],
  [200, 'before'],
])('a row scrolled by %d has more links: %s', (scrolled, more) => {
  render(<Row current="All" />);
  row().scrollLeft = scrolled;
  fireEvent.scroll(row());
  expect(row().dataset['more']).toBe(more);
});
