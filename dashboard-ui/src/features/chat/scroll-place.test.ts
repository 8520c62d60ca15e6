import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ScrollPlace } from './scroll-place';

let resized: () => void;

class Watched {
  constructor(told: () => void) {
    resized = told;
  }
  observe = () => {};
  disconnect = () => {};
}

/** A list that is 1000 pixels high, in a window of 400. */
function aList() {
  const box = document.createElement('div');
  const size = { scrollHeight: 1000, clientHeight: 400 };
  let top = 0;
  Object.defineProperties(box, {
    scrollHeight: { get: () => size.scrollHeight },
    clientHeight: { get: () => size.clientHeight },
    scrollTop: {
      get: () => top,
      set: (wanted: number) => (top = Math.min(wanted, size.scrollHeight - size.clientHeight)),
    },
  });
  const place = new ScrollPlace();
  place.attach(box);
  place.update(box);
  const scrolled = () => box.dispatchEvent(new Event('scroll'));
  return { box, place, size, scrolled };
}

beforeEach(() => vi.stubGlobal('ResizeObserver', Watched));

it('the list stays scrolled to the end while its visible height shrinks repeatedly', () => {
  const { box, place, size, scrolled } = aList();
  expect(place.isAtEnd()).toBe(true);
  size.clientHeight = 380;
  resized();
  // The scroll event of that move comes after the next growth.
  size.clientHeight = 200;
  scrolled();
  expect(place.isAtEnd()).toBe(true);
  resized();
  expect(box.scrollTop).toBe(800);
});

it('the list stops following the end when the user scrolls up, until they scroll back', () => {
  const { box, place, size, scrolled } = aList();
  box.scrollTop = 500;
  scrolled();
  expect(place.isAtEnd()).toBe(false);
  size.clientHeight = 380;
  resized();
  expect(box.scrollTop).toBe(500);
  box.scrollTop = 590;
  scrolled();
  expect(place.isAtEnd()).toBe(true);
});

it('a scroll upwards counts before its event has come, as when the keyboard moves to an earlier message', () => {
  const { box, place } = aList();
  box.scrollTop = 200;
  place.update(box);
  expect(box.scrollTop).toBe(200);
  expect(place.isAtEnd()).toBe(false);
});

it('the list goes to its end on demand, even if it was scrolled up just now', () => {
  const { box, place } = aList();
  box.scrollTop = 200;
  place.toEnd();
  expect(box.scrollTop).toBe(600);
  expect(place.isAtEnd()).toBe(true);
});

describe('a message that unfolds and folds', () => {
  /** The list's last message, whose beginning is `from` pixels from the list's top. */
  function withMessage(from: number) {
    const list = aList();
    const message = list.box.appendChild(document.createElement('div'));
    message.dataset.message = 'long';
    message.getBoundingClientRect = () =>
      new DOMRect(0, from - list.box.scrollTop, 300, list.size.scrollHeight - from);
    list.scrolled();
    return list;
  }

  it('stays in place, although the list was at its end', () => {
    const { box, place, size } = withMessage(700);
    expect(box.scrollTop).toBe(600);
    place.hold('long', false);
    size.scrollHeight = 38_000;
    resized();
    expect(box.scrollTop).toBe(600);
    expect(place.isAtEnd()).toBe(false);
  });

  it('is at its end again once it has folded', () => {
    const { box, place, size } = withMessage(700);
    place.hold('long', false);
    size.scrollHeight = 38_000;
    resized();
    place.hold('long', true);
    size.scrollHeight = 1000;
    resized();
    expect(box.scrollTop).toBe(600);
    expect(place.isAtEnd()).toBe(true);
  });

  it('begins at the top of the window if it is folded from further down', () => {
    const { box, place, size, scrolled } = withMessage(500);
    size.scrollHeight = 38_000;
    box.scrollTop = 30_000;
    scrolled();
    place.hold('long', true);
    size.scrollHeight = 1100;
    resized();
    expect(box.scrollTop).toBe(500);
  });
});
