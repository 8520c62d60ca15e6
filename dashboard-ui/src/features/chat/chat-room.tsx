import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetSession, sessionToken } from '../../api/session';
import { longestChatMessage, longestChatName, mostAttachments } from '../../shared/limits.gen';
import { paths } from '../../paths';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { keepRoomForToasts } from '../../ui/room-for-toasts';
import { toast } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { useIsAhead } from '../../ui/use-now';
import { useIsLeaving } from '../auth/use-leave';
import { useUser } from '../auth/require-user';
import { CarriedContext } from './carried';
import { ChatHeader } from './chat-header';
import { concern } from './concerns';
import { DropZone } from './drop-zone';
import { layOut } from './layout';
import { Lightbox } from './lightbox';
import { textOf, type Message, type Person } from './message';
import type { MessageActs } from './message-bubble';
import { MessageList, type ListHandle } from './message-list';
import { MuteDialog } from './mute-dialog';
import { PeopleDialog } from './people-dialog';
import { deleteMessage, roomQuery, toMute, useChatHost, type RoomInfo } from './queries';
import { RoomComposer, type RoomComposerHandle } from './room-composer';
import { SpokenMessage } from './spoken-message';
import { TypingLine } from './typing-line';
import { useChatConnection } from './use-chat-connection';
import { useChatPart } from './use-chat-part';
import { useReading } from './use-reading';
import { useVisualHeight } from './use-visual-height';
import { RenameDialog } from './username-prompt';

type ChatRoomProps = {
  me: Person;
  /** Undefined until the server has answered. */
  info: (RoomInfo & { aheadMs: number }) | undefined;
  onRename: (author: string) => void;
  onAuthorTaken: () => void;
};

type Overlay =
  | { kind: 'people' | 'rename' }
  | { kind: 'media'; url: string }
  | { kind: 'delete'; message: Message }
  | { kind: 'mute'; person: Person };

const usualLimits = {
  message: longestChatMessage,
  name: longestChatName,
  attachments: mostAttachments,
  uploadMb: 25,
  editWindowS: 900,
};
const mostPages = 20;

export function ChatRoom({ me, info, onRename, onAuthorTaken }: ChatRoomProps) {
  const { admin } = useUser();
  const host = useChatHost();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isLeaving = useIsLeaving();
  const [token] = useState(sessionToken);
  const { copy } = useCopy();
  const list = useRef<ListHandle>(null);
  const composer = useRef<RoomComposerHandle>(null);
  const screen = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>();
  const [heard, setHeard] = useState<Message>();
  const limits = info?.limits ?? usualLimits;

  const chat = useChatConnection(me, {
    onMessage: (message) => {
      setHeard(message);
      const how = concern(message, me.authorId);
      // No toast while the user is looking at the message itself.
      if (how && (!atEnd || !reading.visible || overlay)) toast(`${message.author} ${how}`);
    },
    onTrouble: (sentence) => toast.error(sentence),
    onAuthorTaken,
    onLineAgain: () => void queries.invalidateQueries({ queryKey: roomQuery(host).queryKey }),
    onSessionOver: () => {
      // The user is already leaving: another call may have noticed the end of the session first.
      if (isLeaving) return;
      forgetSession(token);
      toast.error('You need to log in to access the chat.');
      void navigate(paths.login, { replace: true });
    },
  });
  const timeline = useChatPart(chat, 'timeline');
  const presence = useChatPart(chat, 'presence');
  const history = useChatPart(chat, 'history');
  const older = useChatPart(chat, 'older');
  const carried = useChatPart(chat, 'carried');
  const reading = useReading(timeline.messages, me.authorId, atEnd);
  const rows = useMemo(
    () => layOut(timeline, reading.marker, me.authorId),
    [timeline, reading.marker, me.authorId],
  );
  const people = useMemo(
    () => peopleOf(timeline.messages, presence.members),
    [timeline.messages, presence.members],
  );
  const told = useChatPart(chat, 'mute') ?? (info && toMute(info.muted));
  const lasts = useIsAhead(told?.until ? Date.parse(told.until) : Infinity);
  const mute = told?.muted && lasts ? told : undefined;
  const muted = Boolean(mute);
  useVisualHeight(screen);

  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) composer.current?.focus();
  }, []);

  const loadOlder = useCallback(() => void chat.loadOlder(), [chat]);

  const jump = useCallback(
    async (id: string) => {
      for (let page = 0; page < mostPages; page++) {
        // There is no list any more once the chat is left.
        if (!list.current || list.current.toMessage(id)) return;
        if (chat.getState().older === 'none') break;
        await chat.loadOlder();
        if (chat.getState().older === 'failed') break;
        // Waits until the loaded messages are drawn.
        await new Promise(requestAnimationFrame);
      }
      if (list.current?.toMessage(id) === false) toast.error('This message cannot be found');
    },
    [chat],
  );

  const editMs = limits.editWindowS * 1000 - (info?.aheadMs ?? 0);
  // The same function until one's rights change: a new one renders all messages again.
  const actsFor = useCallback(
    (message: Message, changeable: boolean): MessageActs => ({
      reply: muted ? undefined : (one) => composer.current?.reply(one),
      copy: (one) => void copy(textOf(one) || one.attachments.map(({ url }) => url).join('\n')),
      edit: changeable && !muted ? (one) => composer.current?.edit(one) : undefined,
      remove: changeable || admin ? (one) => setOverlay({ kind: 'delete', message: one }) : undefined,
      mute:
        admin && message.authorId !== me.authorId
          ? (one) => setOverlay({ kind: 'mute', person: one })
          : undefined,
      open: (url) => setOverlay({ kind: 'media', url }),
      jump: (id) => void jump(id),
      sendAgain: (clientId) => chat.sendAgain(clientId),
      discard: (clientId) => chat.discard(clientId),
    }),
    [muted, admin, me.authorId, copy, jump, chat],
  );

  async function remove({ id }: Message) {
    await deleteMessage(host, id);
    chat.takeDeletion(id);
  }

  function editLast() {
    const last = timeline.messages.findLast(({ authorId }) => authorId === me.authorId);
    if (last) actsFor(last, Date.now() < Date.parse(last.createdAt) + editMs).edit?.(last);
  }

  const close = () => setOverlay(undefined);

  return (
    <div
      ref={screen}
      // In a shallow window the page scrolls, so that the messages have a height.
      className="flex h-[calc(100dvh-var(--strip,0px))] min-h-0 flex-col overflow-hidden max-lg:h-[calc(100dvh-56px-var(--strip,0px))] shallow:h-auto shallow:min-h-[calc(100dvh-var(--strip,0px))] max-lg:shallow:min-h-[calc(100dvh-56px-var(--strip,0px))] shallow:overflow-visible"
    >
      <ChatHeader
        chat={chat}
        me={me}
        onPeople={() => setOverlay({ kind: 'people' })}
        onRename={() => setOverlay({ kind: 'rename' })}
      />
      <DropZone
        onFiles={(files) => composer.current?.addFiles(files)}
        className="flex min-h-0 flex-1 flex-col shallow:flex-auto"
      >
        <CarriedContext value={carried}>
          <MessageList
            ref={list}
            rows={rows}
            history={history}
            older={older}
            unread={reading.unread}
            me={me.authorId}
            people={people}
            actsFor={actsFor}
            editMs={editMs}
            onLoadOlder={loadOlder}
            onAtEnd={setAtEnd}
          />
        </CarriedContext>
        <SpokenMessage message={heard} />
        <div
          ref={keepRoomForToasts}
          className="mx-auto flex w-full max-w-[852px] shrink-0 flex-col gap-1 px-4 pb-5 max-sm:px-3 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]"
        >
          <TypingLine chat={chat} />
          <RoomComposer
            ref={composer}
            chat={chat}
            me={me}
            people={people}
            limits={limits}
            mute={mute}
            onSent={() => {
              reading.clearMarker();
              list.current?.toEnd();
            }}
            onEditLast={editLast}
          />
        </div>
      </DropZone>
      {overlay?.kind === 'people' && (
        <PeopleDialog
          presence={presence}
          me={me.authorId}
          admin={admin}
          onMention={(person) => composer.current?.mention(person)}
          onMute={(person) => setOverlay({ kind: 'mute', person })}
          onClosed={() => setOverlay((now) => (now?.kind === 'people' ? undefined : now))}
        />
      )}
      {overlay?.kind === 'rename' && <RenameDialog name={me.author} onChoose={onRename} onClosed={close} />}
      {overlay?.kind === 'mute' && <MuteDialog person={overlay.person} onClosed={close} />}
      {overlay?.kind === 'delete' && (
        <ConfirmDialog
          title="Delete this message?"
          text={
            <span dir="auto" className="line-clamp-4 wrap-anywhere">
              {textOf(overlay.message)}
            </span>
          }
          confirmLabel="Delete"
          failure="Failed to delete the message"
          onConfirm={() => remove(overlay.message)}
          onClosed={close}
        />
      )}
      {overlay?.kind === 'media' && (
        <Lightbox
          items={[...timeline.messages, ...timeline.pending.map(({ draft }) => draft)].flatMap(
            ({ attachments }) => attachments,
          )}
          first={overlay.url}
          onClosed={close}
        />
      )}
    </div>
  );
}

/**
 * Everybody whose name is on the screen, under each of their names, without duplicates; those who are present come
 * first.
 */
function peopleOf(messages: readonly Message[], members: readonly Person[]): Person[] {
  const people = new Map<string, Person>();
  for (const { authorId, author } of [...members, ...messages.toReversed()])
    people.set(`${authorId} ${author}`, { authorId, author });
  return [...people.values()];
}
