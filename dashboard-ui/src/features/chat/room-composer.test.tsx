import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import { storeSession } from '../../api/session';
import { aMessage } from './a-message';
import type { ChatConnection } from './connection';
import { me } from './fake-room';
import type { Attachment, Mute } from './message';
import { RoomComposer, type RoomComposerHandle } from './room-composer';

const upload = vi.hoisted(() => ({ arrive: undefined as unknown as (attachment: Attachment) => void }));
vi.mock('./send-file', () => ({
  sendFile: () => () => new Promise<Attachment>((resolve) => (upload.arrive = resolve)),
}));

const withFile = (room: RoomComposerHandle) =>
  room.addFiles([new File(['png'], 'photo.png', { type: 'image/png' })]);
const chat = { send: vi.fn(), type: vi.fn() };
const limits = { message: 4000, name: 32, attachments: 10, uploadMb: 25, editWindowS: 900 };

beforeEach(() => {
  storeSession('bds_mine');
  chat.send.mockReset();
});

const ref = createRef<RoomComposerHandle>();
let silence: (mute: Mute) => void;

function Room() {
  const [mute, setMute] = useState<Mute>();
  useEffect(() => {
    silence = setMute;
  }, []);
  return (
    <RoomComposer
      ref={ref}
      chat={chat as never as ChatConnection}
      me={me}
      people={[me, { authorId: 't', author: 'mikado' }]}
      limits={limits}
      mute={mute}
      onSent={() => {}}
      onEditLast={() => {}}
    />
  );
}

async function open(begin = withFile) {
  const router = createMemoryRouter([
    { path: '/', element: <Room /> },
    { path: '/orders', element: null },
  ]);
  await act(async () => {
    render(
      <ConfigContext value={{ brand: { name: 'Boostdesk' } } as never}>
        <RouterProvider router={router} />
      </ConfigContext>,
    );
  });
  const room = (use: typeof begin) => act(() => use(ref.current!));
  room(begin);
  return { room, leave: () => act(async () => router.navigate('/orders')) };
}

const field = () => screen.getByRole('textbox', { name: 'Message' });
const question = () => screen.queryByRole('alertdialog')?.textContent ?? '';

/** Whether the browser would ask before it closes the page. */
function isPageKept() {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

it('leaving the chat asks when a message still waits for its files', async () => {
  const { leave } = await open();
  await userEvent.type(field(), 'look{Enter}');
  expect(isPageKept()).toBe(true);
  await leave();
  expect(question()).toContain('Your message still waits for its files.');
  expect(chat.send).not.toHaveBeenCalled();
});

it('leaving the chat asks nothing once the message with its files is sent', async () => {
  const { leave } = await open();
  await userEvent.type(field(), 'look{Enter}');
  await act(async () => upload.arrive({ url: '/uploads/a.png' } as Attachment));
  expect(chat.send).toHaveBeenCalledOnce();
  expect(isPageKept()).toBe(false);
  await leave();
  expect(question()).toBe('');
});

it('leaving the chat asks when files have not been sent', async () => {
  const { leave } = await open();
  expect(isPageKept()).toBe(true);
  await leave();
  expect(question()).toContain('Leave without sending?');
  expect(question()).toContain('Your files have not been sent. When you leave the chat they are lost.');
});

it('leaving the chat asks about unsent files even when the user was muted meanwhile', async () => {
  const { leave } = await open();
  act(() => silence({ until: null } as Mute));
  expect(screen.getByText('You are muted.')).toBeTruthy();
  await leave();
  expect(question()).toContain('Your files have not been sent.');
});

it('leaving the chat asks nothing once the files are removed', async () => {
  const { leave } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel photo.png' }));
  expect(isPageKept()).toBe(false);
  await leave();
  expect(question()).toBe('');
});

it('nobody is offered to mention themselves', async () => {
  await open(() => {});
  await userEvent.type(field(), '@mik');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['@mikado']);
});

describe('an unsaved edit of a message', () => {
  const change = (room: RoomComposerHandle) => room.edit(aMessage(1, { ...me, content: 'teh' }));

  it('is not lost without a question when the user leaves the chat', async () => {
    const { leave } = await open(change);
    expect(isPageKept()).toBe(false);
    await userEvent.type(field(), '{Backspace>3}the');
    expect(isPageKept()).toBe(true);
    await leave();
    expect(question()).toContain('Leave without saving?');
    expect(question()).toContain('Your changes to a message have not been saved.');
  });

  it('is kept and focused when the user starts another edit or a reply', async () => {
    const { room } = await open(change);
    await userEvent.type(field(), 're');
    for (const use of [change, ({ reply }: RoomComposerHandle) => reply(aMessage(2))]) {
      field().blur();
      room(use);
      expect(document.activeElement).toBe(field());
      expect(field()).toHaveProperty('value', 'tehre');
    }
  });
});
