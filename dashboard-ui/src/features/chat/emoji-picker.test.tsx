import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { EmojiPicker } from './emoji-picker';

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
])('is searched in a message that is being written, and sends none of it: %s', async (keys, picked) => {
  screen.getByRole('searchbox', { name: 'Search emoji' }).focus();
  await userEvent.keyboard(keys);
  expect(pick.mock.calls.flat()).toEqual(picked);
  expect(send).not.toHaveBeenCalled();
});
