import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ModalFrame, useModal } from './modal';

const ask = vi.fn();
beforeEach(() => {
  ask.mockReset();
});

type BoxProps = { label: string; persistent?: boolean; asks?: boolean; children?: ReactNode };

function Box({ label, persistent, asks, children }: BoxProps) {
  const modal = useModal(() => {}, asks ? ask : undefined);
  return (
    <ModalFrame modal={modal} label={label} persistent={persistent} className="">
      <button>{`in ${label}`}</button>
      {children}
    </ModalFrame>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
/** Presses Escape. Returns whether the browser may close a dialog by it. */
const pressEscape = (name: string) => fireEvent.keyDown(button(name), { key: 'Escape' });

it('a plain dialog leaves Escape to the browser', () => {
  render(<Box label="search" />);
  expect(pressEscape('in search')).toBe(true);
  expect(screen.getByRole('dialog').getAttribute('closedby')).toBeNull();
});

it('a persistent dialog blocks every Escape', () => {
  render(<Box label="secret" persistent />);
  expect([pressEscape('in secret'), pressEscape('in secret')]).toEqual([false, false]);
  expect(screen.getByRole('dialog').getAttribute('closedby')).toBe('none');
});

it('a dialog that asks before closing does so at each Escape', () => {
  render(<Box label="order" asks />);
  expect([pressEscape('in order'), pressEscape('in order')]).toEqual([false, false]);
  expect(ask).toHaveBeenCalledTimes(2);
});

it.each([{ persistent: true }, { asks: true }])('a dialog blocks Escape without any focus: %j', (box) => {
  render(<Box label="order" {...box} />);
  const press = () => fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([press(), press()]).toEqual([false, false]);
  expect(ask).toHaveBeenCalledTimes(box.asks ? 2 : 0);
  expect(screen.getByRole('dialog').getAttribute('closedby')).toBe('none');
});

it('a dialog ignores an Escape that an element inside has handled', () => {
  render(
    <Box label="order" asks>
      <input aria-label="menu" onKeyDown={(event) => event.preventDefault()} />
    </Box>,
  );
  fireEvent.keyDown(screen.getByLabelText('menu'), { key: 'Escape' });
  expect(ask).not.toHaveBeenCalled();
});

it('a dialog ignores an Escape during IME composition', () => {
  render(<Box label="order" asks />);
  expect(fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true })).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});

it('a dialog that asks before closing does so at a click outside it', () => {
  render(<Box label="order" asks />);
  const box = screen.getByRole('dialog');
  fireEvent.pointerDown(box);
  fireEvent.click(box);
  expect(ask).toHaveBeenCalledOnce();
});

it('a dialog ignores Escape while another dialog is open above it', () => {
  const { rerender } = render(<Box label="order" asks />);
  rerender(
    <Box label="order" asks>
      <Box label="question" />
    </Box>,
  );
  expect(pressEscape('in question')).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});
