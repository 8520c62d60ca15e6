import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import { storeSession } from '../../api/session';
import type { ChatConnection } from './connection';
import { me } from './fake-room';
import type { Attachment } from './message';
import { RoomComposer, type RoomComposerHandle } from './room-composer';

const upload = vi.hoisted(() => ({ arrive: undefined as unknown as (attachment: Attachment) => void }));
vi.mock('./send-file', () => ({
  sendFile: () => () => new Promise<Attachment>((resolve) => (upload.arrive = resolve)),
}));

const chat = { send: vi.fn(), type: vi.fn() };
const limits = { message: 4000, name: 32, attachments: 10, uploadMb: 25, editWindowS: 900 };

beforeEach(() => {
  storeSession('bds_mine');
  chat.send.mockReset();
});

async function open() {
  const ref = createRef<RoomComposerHandle>();
  const composer = (
    <RoomComposer
      ref={ref}
      chat={chat as never as ChatConnection}
      me={me}
      people={[]}
      limits={limits}
      mute={undefined}
      onSent={() => {}}
      onEditLast={() => {}}
    />
  );
  const router = createMemoryRouter([
    { path: '/', element: composer },
    { path: '/orders', element: null },
  ]);
  await act(async () => {
    render(
      <ConfigContext value={{ brand: { name: 'Boostdesk' } } as never}>
        <RouterProvider router={router} />
      </ConfigContext>,
    );
  });
  act(() => ref.current!.addFiles([new File(['png'], 'photo.png', { type: 'image/png' })]));
  return () => act(async () => router.navigate('/orders'));
}

const question = () => screen.queryByRole('alertdialog')?.textContent ?? '';

/** What the browser asks by itself. */
function isPageKept() {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

it('asks before a message that waits for its files is lost', async () => {
  const leave = await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'look{Enter}');
  expect(isPageKept()).toBe(true);
  await leave();
  expect(question()).toContain('Your message still waits for its files.');
  expect(chat.send).not.toHaveBeenCalled();
});

it('asks nothing once it is sent', async () => {
  const leave = await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'look{Enter}');
  await act(async () => upload.arrive({ url: '/uploads/a.png' } as Attachment));
  expect(chat.send).toHaveBeenCalledOnce();
  expect(isPageKept()).toBe(false);
  await leave();
  expect(question()).toBe('');
});
