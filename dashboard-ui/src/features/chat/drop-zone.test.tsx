import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DropZone } from './drop-zone';

const dataTransfer = { types: ['Files'] };
const isShown = () => screen.queryByText('Drop images and videos to send them') !== null;

/** Fires the events of a drag that goes from one element to another, in a browser's order. */
function drag(from: Element, to: Element) {
  fireEvent.dragEnter(to, { dataTransfer, relatedTarget: from });
  fireEvent.dragLeave(from, { dataTransfer, relatedTarget: to });
  fireEvent.dragOver(to, { dataTransfer });
}

function open() {
  render(
    <DropZone onFiles={() => {}} className="">
      <p>messages</p>
    </DropZone>,
  );
  const inside = screen.getByText('messages');
  return { inside, zone: inside.parentElement! };
}

it('the invitation to drop stays while files are dragged over what is inside, until they leave', () => {
  const { inside, zone } = open();
  expect(isShown()).toBe(false);
  drag(document.body, zone);
  drag(zone, inside);
  expect(isShown()).toBe(true);
  drag(inside, document.body);
  expect(isShown()).toBe(false);
});

it('the invitation to drop goes also when what the files were over was removed', () => {
  const { inside, zone } = open();
  const child = document.createElement('i');
  inside.append(child);
  drag(document.body, zone);
  drag(zone, child);
  child.remove();
  drag(child, zone);
  expect(isShown()).toBe(true);
  drag(zone, document.body);
  expect(isShown()).toBe(false);
});
