import { beforeEach, expect, it, vi } from 'vitest';
import { followLinks } from './links';

const open = vi.fn<(href: string) => void>();

followLinks(open);
// happy-dom follows links with it.
window.open = () => null;

beforeEach(() => {
  open.mockReset();
  // happy-dom has none.
  vi.stubGlobal('SVGAElement', class {});
});

/** Clicks a link as a user does. Returns whether the page itself follows it. */
function click(href: string) {
  document.body.innerHTML = `<a href="${href}"><b>Go</b></a>`;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
  Object.defineProperty(event, 'isTrusted', { value: true });
  return document.querySelector('b')!.dispatchEvent(event);
}

it('a clicked link is handed over to be opened, and not followed', () => {
  expect(click('https://store.example/')).toBe(false);
  expect(open.mock.calls).toEqual([['https://store.example/']]);
});

it('a clicked link to a part of the page is followed in the page', () => {
  expect(click('#prices')).toBe(true);
  expect(open).not.toHaveBeenCalled();
});
