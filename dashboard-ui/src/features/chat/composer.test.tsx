import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { aMessage } from './a-message';
import { Composer } from './composer';
import type { Attachment } from './message';
import type { Upload } from './uploads';

const nothing = () => {};
const picture = { url: '/uploads/a.png' } as Attachment;

const rest = {
  ref: null,
  text: '',
  onText: nothing,
  replyTo: null,
  editing: null,
  onCancel: nothing,
  people: [],
  longest: 4000,
  busy: false,
  onSend: nothing,
  onEditLast: nothing,
};

it.each([
  ['can', [picture]],
  ['cannot', []],
])('an edit %s remove all text from a message with the attachments %j', async (can, attachments) => {
  const send = vi.fn();
  render(
    <Composer
      {...rest}
      editing={aMessage(1, { attachments })}
      uploads={{ list: [], add: nothing, retry: nothing, remove: nothing }}
      onSend={send}
    />,
    { wrapper: MemoryRouter },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(send).toHaveBeenCalledTimes(can === 'can' ? 1 : 0);
});

it('focus moves from the last removed file to the button that chooses files', async () => {
  const upload = {
    id: 1,
    file: new File(['x'], 'a.png'),
    kind: 'image',
    preview: '',
    state: 'done',
  } as Upload;
  const remove = vi.fn();
  render(<Composer {...rest} uploads={{ list: [upload], add: nothing, retry: nothing, remove }} />, {
    wrapper: MemoryRouter,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Remove a.png' }));
  expect(remove).toHaveBeenCalledWith(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Attach images or videos' }));
});

it('what is typed right after a suggestion was picked belongs behind it', () => {
  function Writing() {
    const [text, setText] = useState('');
    const mika = { authorId: 'm', author: 'mika' };
    const uploads = { list: [], add: nothing, retry: nothing, remove: nothing };
    return <Composer {...rest} text={text} onText={setText} people={[mika]} uploads={uploads} />;
  }
  render(<Writing />, { wrapper: MemoryRouter });
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  fireEvent.change(area, { target: { value: '@mi there', selectionStart: 3 } });
  area.setSelectionRange(3, 3);
  fireEvent.select(area);
  fireEvent.keyDown(area, { key: 'Enter' });
  expect(area.value).toBe('@mika  there');
  expect(area.selectionStart).toBe(6);
});

it.each([
  ['(width < 24rem)', 'Message…'],
  ['', 'Message everyone…'],
])('in a window of which %j is true the empty field says %j', (narrow, said) => {
  const media = window.matchMedia('(width < 1px)');
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.create(media, {
      matches: { value: query === narrow },
      addEventListener: { value: nothing },
      removeEventListener: { value: nothing },
    }),
  );
  const uploads = { list: [], add: nothing, retry: nothing, remove: nothing };
  render(<Composer {...rest} uploads={uploads} />, { wrapper: MemoryRouter });
  expect(screen.getByRole('textbox', { name: 'Message' }).getAttribute('placeholder')).toBe(said);
});
