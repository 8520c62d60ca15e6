import { useImperativeHandle, useRef, type Ref } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { LeaveGuard } from '../../ui/leave-guard';
import { toast } from '../../ui/toast';
import { Composer, type ComposerHandle } from './composer';
import type { ChatConnection } from './connection';
import type { Message, Mute, Person } from './message';
import type { RoomInfo } from './queries';
import { useSending } from './use-sending';

export type RoomComposerHandle = ComposerHandle & {
  reply: (message: Message) => void;
  edit: (message: Message) => void;
  mention: (person: Person) => void;
  addFiles: (files: File[]) => void;
};

type RoomComposerProps = {
  ref: Ref<RoomComposerHandle>;
  chat: ChatConnection;
  me: Person;
  people: readonly Person[];
  limits: RoomInfo['limits'];
  mute: Mute | undefined;
  onSent: () => void;
  onEditLast: () => void;
};

/** The composer with its state, apart from the message list, so that a key press does not re-render the messages. */
export function RoomComposer(props: RoomComposerProps) {
  const { ref, chat, me, people, limits, mute, onSent, onEditLast } = props;
  const composer = useRef<ComposerHandle>(null);
  const sending = useSending(chat, me, people, onSent);

  function addFiles(files: File[]) {
    if (mute || sending.editing) return;
    const room = limits.attachments - sending.files.length;
    if (files.length > room) toast.error(`At most ${limits.attachments} files in a message`);
    sending.uploads.add(files.slice(0, Math.max(0, room)), limits.uploadMb);
    composer.current?.focus();
  }

  useImperativeHandle(ref, () => ({
    focus: () => composer.current?.focus(),
    reply(message) {
      sending.reply(message);
      composer.current?.focus();
    },
    edit(message) {
      sending.edit(message);
      composer.current?.focus();
    },
    mention({ author }) {
      sending.change(`${sending.text}${/(^|\s)$/.test(sending.text) ? '' : ' '}@${author} `);
      composer.current?.focus();
    },
    addFiles,
  }));

  const unsent = sending.waiting
    ? 'Your message still waits for its files.'
    : sending.files.length > 0 && 'Your files have not been sent.';
  const unsaved = sending.changed && 'Your changes to a message have not been saved.';
  const guard = (
    <LeaveGuard
      dirty={Boolean(unsent || unsaved)}
      title={unsaved ? undefined : 'Leave without sending?'}
      text={[unsent, unsaved, 'When you leave the chat they are lost.'].filter(Boolean).join(' ')}
    />
  );
  if (mute) {
    return (
      <>
        <p role="status" className="rounded-card border border-line2 bg-s1 px-4 py-3.5 text-center text-fg2">
          {mute.until ? `You are muted until ${formatDateTime(mute.until)}.` : 'You are muted.'}
        </p>
        {guard}
      </>
    );
  }
  return (
    <>
      <Composer
        ref={composer}
        text={sending.text}
        onText={sending.change}
        replyTo={sending.replyTo}
        editing={sending.editing}
        onCancel={sending.cancel}
        uploads={{
          list: sending.files,
          add: addFiles,
          retry: (id) => sending.uploads.retry(id),
          remove: (id) => sending.uploads.remove(id),
        }}
        people={people.filter(({ authorId }) => authorId !== me.authorId)}
        longest={limits.message}
        busy={sending.busy}
        onSend={sending.send}
        onEditLast={onEditLast}
      />
      {guard}
    </>
  );
}
