import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Dialog } from './dialog';
import { useModal } from './modal';

function Example() {
  return (
    <Dialog modal={useModal(() => {})} title="Order">
      <p>Notes</p>
    </Dialog>
  );
}

it('has a line below its header while its body is scrolled', () => {
  render(<Example />);
  const body = screen.getByText('Notes').parentElement!;
  const line = () => body.previousElementSibling!.className.match(/border-(line|transparent)/)?.[1];
  const scrollTo = (top: number) => {
    body.scrollTop = top;
    fireEvent.scroll(body);
  };
  expect(line()).toBe('transparent');
  scrollTo(200);
  expect(line()).toBe('line');
  scrollTo(0);
  expect(line()).toBe('transparent');
});
