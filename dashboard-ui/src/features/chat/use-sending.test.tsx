import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage } from './a-message';
import type { ChatConnection } from './connection';
import { me } from './fake-room';
import type { Message } from './message';
import { useSending } from './use-sending';

const server = vi.hoisted(() => ({
  edit: vi.fn<(host: string, id: string, content: string) => Promise<Message>>(),
}));
vi.mock('./queries', () => ({ useChatHost: () => '', editMessage: server.edit }));
const toast = vi.hoisted(() => ({ error: vi.fn() }));
vi.mock('../../ui/toast', () => ({ toast }));

const one = aMessage(1, { content: 'teh' });
const other = aMessage(2, { content: 'other' });
const chat = { takeMessage: vi.fn() };
let answer: (message: Message) => void;

beforeEach(() => {
  toast.error.mockReset();
  localStorage.clear();
  server.edit.mockReset().mockImplementation(() => new Promise((resolve) => (answer = resolve)));
});

function change(message: Message, text: string) {
  const { result } = renderHook(() => useSending(chat as never as ChatConnection, me, [], () => {}));
  act(() => result.current.edit(message));
  act(() => result.current.change(text));
  return result;
}

function begin(message: Message, text: string) {
  const result = change(message, text);
  act(() => result.current.send());
  return result;
}

const answered = () => act(async () => answer(one));

describe('an unsaved edit', () => {
  it.each(['reply', 'edit'] as const)('is not discarded by a %s of another message', (name) => {
    const sending = change(one, 'the');
    act(() => sending.current[name](other));
    expect(sending.current).toMatchObject({ editing: one, text: 'the', changed: true, replyTo: null });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Save or cancel your changes first');
  });

  it('is kept when the user starts to edit the same message again', () => {
    const sending = change(one, 'the');
    act(() => sending.current.edit({ ...one }));
    expect(sending.current).toMatchObject({ editing: one, text: 'the' });
    expect(toast.error).not.toHaveBeenCalled();
  });

  it.each(['teh', ' teh '])('gives way to a reply when its text is unchanged: %j', (text) => {
    const sending = change(one, text);
    expect(sending.current.changed).toBe(false);
    act(() => sending.current.reply(other));
    expect(sending.current).toMatchObject({ editing: null, replyTo: { id: '2' } });
  });
});

describe('saving an edit', () => {
  it('ends the edit', async () => {
    const sending = begin(one, 'the');
    expect(sending.current.busy).toBe(true);
    await answered();
    expect(sending.current).toMatchObject({ editing: null, text: '', busy: false });
  });

  it('keeps the edit of another message that was begun meanwhile', async () => {
    const sending = begin(one, 'the');
    act(() => sending.current.cancel());
    act(() => sending.current.edit(other));
    act(() => sending.current.change('another'));
    await answered();
    expect(sending.current).toMatchObject({ editing: other, text: 'another', busy: false });
  });

  it('keeps text that was typed while it was being saved', async () => {
    const sending = begin(one, 'the');
    act(() => sending.current.change('the rest'));
    await answered();
    expect(sending.current).toMatchObject({ editing: one, text: 'the rest', busy: false });
  });

  it('allows the old text to be saved again when it was typed back meanwhile', async () => {
    const sending = begin(one, 'the');
    act(() => sending.current.change('teh'));
    await act(async () => answer({ ...one, content: 'the' }));
    act(() => sending.current.send());
    expect(server.edit).toHaveBeenLastCalledWith('', '1', 'teh');
  });

  it('sends only the attachment address when the text of a picture message is removed', () => {
    begin({ ...one, attachments: [{ url: '/uploads/a.png' }] as Message['attachments'] }, ' ');
    expect(server.edit).toHaveBeenCalledWith('', '1', '/uploads/a.png');
  });
});
