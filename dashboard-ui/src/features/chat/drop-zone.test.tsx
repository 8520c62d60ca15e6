import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DropZone } from './drop-zone';

it('the invitation to drop stays while files are dragged over what is inside, until they leave', () => {
  render(
    <DropZone onFiles={() => {}} className="">
      <p>messages</p>
    </DropZone>,
  );
  const inside = screen.getByText('messages');
  const zone = inside.parentElement!;
  const dragged = { dataTransfer: { types: ['Files'] } };
  const isShown = () => screen.queryByText('Drop images and videos to send them') !== null;
  expect(isShown()).toBe(false);
  fireEvent.dragEnter(zone, dragged);
  // A browser says that the next one is entered before it says that the former one is left.
  fireEvent.dragEnter(inside, dragged);
  fireEvent.dragLeave(zone, dragged);
  expect(isShown()).toBe(true);
  fireEvent.dragLeave(inside, dragged);
  expect(isShown()).toBe(false);
});
