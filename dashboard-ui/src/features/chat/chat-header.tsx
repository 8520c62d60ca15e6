import { ChevronDown, Users } from 'lucide-react';
import { formatNumber } from '../../shared/format/number';
import { Badge } from '../../ui/badge';
import { Truncated } from '../../ui/truncated';
import { useReachable } from '../../ui/use-reachable';
import { Avatar } from './avatar';
import type { ChatConnection } from './connection';
import type { Person } from './message';
import { useChatHost } from './queries';
import { useChatPart } from './use-chat-part';

type ChatHeaderProps = {
  chat: ChatConnection;
  me: Person;
  onPeople: () => void;
  onRename: () => void;
};

/** The first avatar lies on top. */
const layers = ['z-3', 'z-2', 'z-1'];

export function ChatHeader({ chat, me, onPeople, onRename }: ChatHeaderProps) {
  const { count, members } = useChatPart(chat, 'presence');
  const status = useChatPart(chat, 'status');
  const host = useChatHost();
  // A dead socket may look open for a while; a chat on its own host may really be open.
  const isCutOff = !useReachable() && host === '';
  const isReconnecting = status !== 'live' || isCutOff;
  return (
    <header className="flex h-16 shrink-0 items-center justify-between gap-4 border-b border-line px-6 max-lg:h-14 max-lg:px-4">
      <div className="flex shrink-0 items-center gap-3">
        <h1 className="text-dialog">Chat</h1>
        <span role="status" aria-live="polite">
          {/* The first connection is mostly there before anybody could read that it is not. */}
          <span className={status === 'connecting' ? 'late' : undefined}>
            <Badge status={isReconnecting ? 'reconnecting' : 'live'} />
          </span>
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          title="Who is here"
          onClick={onPeople}
          className="hit-44 hover-fast flex h-9 shrink-0 items-center gap-2 rounded-control px-2 text-small text-fg2 tabular-nums hover:bg-s3 hover:text-fg"
        >
          {members.length > 0 ? (
            <span className="flex -space-x-1.5">
              {members.slice(0, layers.length).map((person, index) => (
                <span
                  key={person.authorId}
                  className={`relative rounded-full ring-2 ring-bg ${layers[index]}`}
                >
                  <Avatar person={person} size="size-6.5" />
                </span>
              ))}
            </span>
          ) : (
            <Users aria-hidden size={18} strokeWidth={1.75} />
          )}
          <span className="sr-only">Who is here: </span>
          <span className={count > 0 ? 'max-sm:sr-only' : 'sr-only'}>{formatNumber(count)} here</span>
        </button>
        <button
          type="button"
          title="Change your username"
          onClick={onRename}
          className="hit-44 hover-fast flex h-9 min-w-0 items-center gap-1.5 rounded-control px-2 text-small text-fg2 hover:bg-s3"
        >
          <span className="shrink-0 max-sm:sr-only">Chatting as</span>
          <Truncated text={me.author} className="min-w-0 font-semibold text-fg" />
          <ChevronDown aria-hidden size={14} strokeWidth={2} className="shrink-0" />
        </button>
      </div>
    </header>
  );
}
