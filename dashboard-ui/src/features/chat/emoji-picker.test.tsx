import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { EmojiPicker } from './emoji-picker';
import { fillStorage } from './fill-storage';

const pick = vi.fn();
const send = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  HTMLElement.prototype.hidePopover ??= () => {};
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <EmojiPicker onPick={pick} />
      <button type="submit">Send</button>
    </form>,
    { wrapper: MemoryRouter },
  );
});

it.each([
  ['tada{Enter}', ['🎉']],
  ['nothing like it{Enter}', []],
  ['{Enter}', []],
])('searching emoji inside the message form never submits the message: %s', async (keys, picked) => {
  screen.getByRole('searchbox', { name: 'Search emoji' }).focus();
  await userEvent.keyboard(keys);
  expect(pick.mock.calls.flat()).toEqual(picked);
  expect(send).not.toHaveBeenCalled();
});

it('an emoji can be picked when the browser storage is full', async () => {
  fillStorage();
  screen.getByRole('searchbox', { name: 'Search emoji' }).focus();
  await userEvent.keyboard('tada{Enter}');
  expect(pick).toHaveBeenCalledExactlyOnceWith('🎉');
});

it('focus moves from the grid back to the button when the picker closes', () => {
  const picker = screen.getByRole('dialog', { name: 'Emoji', hidden: true });
  const turn = (newState: string) => {
    for (const type of ['beforetoggle', 'toggle'])
      fireEvent(picker, Object.assign(new Event(type), { newState }));
  };
  turn('open');
  screen.getByRole('button', { name: 'grinning' }).focus();
  turn('closed');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Emoji' }));
});

it('the keys Home and End move to the first and the last emoji, but in the search field move the caret', async () => {
  const picker = screen.getByRole('dialog', { name: 'Emoji', hidden: true });
  for (const type of ['beforetoggle', 'toggle'])
    fireEvent(picker, Object.assign(new Event(type), { newState: 'open' }));
  const all = picker.querySelectorAll<HTMLElement>('[data-emoji]');
  const focused = () => [...all].indexOf(document.activeElement as HTMLElement);
  await userEvent.keyboard('{End}');
  expect(focused()).toBe(-1);
  all[3]!.focus();
  await userEvent.keyboard('{End}');
  expect(focused()).toBe(all.length - 1);
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe(0);
});
