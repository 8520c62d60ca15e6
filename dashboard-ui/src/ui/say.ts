import { topLayer } from './modal';

const waits = 200;
const stays = 5000;

/**
 * Announces a text to screen readers, once. They ignore what is behind a modal, so each open modal gets a place for such
 * texts.
 */
export function say(text: string) {
  // A place has to be there before its text.
  for (const layer of [document.body, ...document.querySelectorAll('dialog')]) placeIn(layer);
  // By then, a dialog that closes after its work has closed, and would not take the text with it.
  setTimeout(() => {
    const line = document.createElement('p');
    line.textContent = text;
    placeIn(topLayer()).append(line);
    setTimeout(() => line.remove(), stays);
  }, waits);
}

function placeIn(layer: HTMLElement): Element {
  const there = [...layer.children].find((child) => child.matches('.sr-only[aria-live]'));
  if (there) return there;
  const place = document.createElement('div');
  place.className = 'sr-only';
  place.setAttribute('aria-live', 'polite');
  layer.append(place);
  return place;
}
