import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { float } from './float';

const make = (parent: Element) => parent.appendChild(document.createElement('div'));
let box: HTMLElement;
let list: HTMLElement;
let button: HTMLElement;
let top: number;
const lost = vi.fn();
let stop: () => void;

beforeEach(() => {
  lost.mockReset();
  document.body.replaceChildren();
  [box, list] = [make(document.body), make(document.body)];
  button = make(list);
  top = 300;
  list.getBoundingClientRect = () => new DOMRect(0, 100, 500, 400);
  button.getBoundingClientRect = () => new DOMRect(50, top, 80, 30);
  stop = float(box, button, lost);
});
afterEach(() => stop());

const scroll = (element: Element) => element.dispatchEvent(new Event('scroll'));

describe('a floating box', () => {
  it('stays in place when something scrolls that does not contain its button', () => {
    scroll(make(document.body));
    scroll(box);
    expect(lost).not.toHaveBeenCalled();
    expect(box.style.top).toBe('334px');
  });

  it('follows its button when that is scrolled', () => {
    top = 250;
    scroll(list);
    expect(lost).not.toHaveBeenCalled();
    expect(box.style.top).toBe('284px');
  });

  it.each([69, 501])('calls `onLost` when its button is scrolled out of view, to %d', (away) => {
    top = away;
    scroll(list);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('calls `onLost` on a window resize only if its button is out of view', () => {
    top = window.innerHeight - 20;
    window.dispatchEvent(new Event('resize'));
    expect(lost).not.toHaveBeenCalled();
    top = window.innerHeight + 1;
    window.dispatchEvent(new Event('resize'));
    expect(lost).toHaveBeenCalledTimes(1);
  });
});
