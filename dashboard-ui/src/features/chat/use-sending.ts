import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorMessage } from '../../api/client';
import { longestQuote, mostMentions } from '../../shared/limits.gen';
import { toast } from '../../ui/toast';
import type { ChatConnection } from './connection';
import { mentions } from './content';
import { textOf, type Message, type Person, type Quote } from './message';
import { editMessage, useChatHost } from './queries';
import { useDraft } from './use-draft';
import { useUploads } from './use-uploads';

/**
 * An edit of an existing message. Every keystroke makes a new object, so that `save` can tell whether it was changed
 * since.
 */
type Edit = { message: Message; text: string };

/** The state of the composer: a new message, a reply, or an edit of an existing message. */
export function useSending(chat: ChatConnection, me: Person, people: readonly Person[], onSent: () => void) {
  const host = useChatHost();
  const draft = useDraft(me.authorId);
  const { uploads, list } = useUploads();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [saving, setSaving] = useState<Message | null>(null);
  const [waiting, setWaiting] = useState(false);
  const changed = edit !== null && edit.text.trim() !== textOf(edit.message);
  /** Releasing the uploads notifies their subscriber, which would call `sendNow` again. */
  const leaving = useRef(false);
  const underWay = list.some(({ state }) => state === 'queued' || state === 'sending');
  const failed = list.some(({ state }) => state === 'failed');

  function sendNow() {
    if (leaving.current) return;
    leaving.current = true;
    const content = draft.text.trim();
    const attachments = uploads.get().flatMap(({ attachment }) => attachment ?? []);
    setWaiting(false);
    if (content || attachments.length > 0) {
      const named = people.filter((person) => mentions(content, person)).map(({ authorId }) => authorId);
      chat.send({
        content,
        replyTo: draft.replyTo,
        mentions: [...new Set(named)].slice(0, mostMentions),
        attachments,
      });
      draft.clear();
      uploads.release();
      onSent();
    }
    leaving.current = false;
  }

  const settle = useEffectEvent(() => {
    const states = uploads.get().map(({ state }) => state);
    if (states.includes('failed')) setWaiting(false);
    else if (states.every((state) => state === 'done')) sendNow();
  });

  // The user pressed Send before the uploads were done: the last one to finish sends the message.
  useEffect(() => (waiting ? uploads.subscribe(() => settle()) : undefined), [waiting, uploads]);

  async function save(edit: Edit) {
    const { message, text } = edit;
    const content = text.trim() || message.attachments.map(({ url }) => url).join('\n');
    if (!content) return;
    if (content === message.content) return setEdit(null);
    setSaving(message);
    try {
      const saved = await editMessage(host, message.id, content);
      chat.takeMessage(saved);
      // What was typed in the meantime, in this message or another one, is kept.
      setEdit((now) => (now === edit ? null : now?.message === message ? { ...now, message: saved } : now));
    } catch (error) {
      toast.error(errorMessage(error, 'Failed to edit the message'));
    } finally {
      setSaving((now) => (now === message ? null : now));
    }
  }

  function send() {
    if (edit) return void save(edit);
    if (failed) return toast.error('Remove or retry the files that failed');
    if (underWay) setWaiting(true);
    else sendNow();
  }

  return {
    text: edit ? edit.text : draft.text,
    change(text: string) {
      if (edit) return setEdit({ ...edit, text });
      draft.change({ text });
      if (text.trim()) chat.type();
    },
    replyTo: draft.replyTo,
    reply(message: Message) {
      if (changed) return sayChanged(saving === edit?.message);
      setEdit(null);
      draft.change({ replyTo: toQuote(message) });
    },
    editing: edit?.message ?? null,
    edit(message: Message) {
      if (edit?.message.id === message.id) return;
      if (changed) return sayChanged(saving === edit?.message);
      setEdit({ message, text: textOf(message) });
    },
    /** Whether the edited text differs from the saved message. */
    changed,
    cancel() {
      if (edit) setEdit(null);
      else draft.change({ replyTo: null });
    },
    busy: edit ? saving === edit.message : waiting,
    /** Whether the message is sent as soon as its uploads are done. */
    waiting,
    send,
    uploads,
    files: list,
  };
}

const sayChanged = (saving: boolean) =>
  toast.error(saving ? 'Your changes are still being saved' : 'Save or cancel your changes first');

function toQuote({ id, authorId, author, content }: Message): Quote {
  const line = content.replace(/\s+/g, ' ');
  return { id, authorId, author, content: [...line].slice(0, longestQuote).join(''), deleted: false };
}
