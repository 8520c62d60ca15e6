import { memo } from 'react';
import { formatClock, formatDateTime } from '../../shared/format/date';
import { relativeAge } from '../../shared/format/relative-age';
import { Truncated } from '../../ui/truncated';
import { useNow } from '../../ui/use-now';
import { authorTint, Avatar } from './avatar';
import type { Row } from './layout';
import type { Message, Person } from './message';
import { MessageBubble, type MessageActs } from './message-bubble';

type MessageGroupProps = {
  group: Extract<Row, { kind: 'group' }>;
  me: string;
  people: readonly Person[];
  actsFor: (message: Message, changeable: boolean) => MessageActs;
  editMs: number;
  /** The message that Tab leads to, where it is in this group. */
  reachable: string | undefined;
  onReached: (id: string) => void;
  /** Called before the text of a message unfolds or folds. */
  onFold: (id: string, folds: boolean) => void;
};

/**
 * Consecutive messages of one person: others at the left with an avatar, oneself at the right. Rendered again only for
 * new props, since a room has many.
 */
export const MessageGroup = memo(function MessageGroup(props: MessageGroupProps) {
  const { group, me, people, actsFor, editMs, reachable, onReached, onFold } = props;
  const own = group.authorId === me;
  const first = group.messages[0]!.message;
  return (
    <div className={`flex gap-3 ${own ? 'justify-end pl-8' : ''}`}>
      {!own && <Avatar person={group} />}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className={`flex items-baseline gap-2 text-small ${own ? 'justify-end' : ''}`}>
          <Truncated
            text={own ? 'You' : group.author}
            className={`min-w-0 font-semibold ${own ? 'text-fg2' : authorTint(group.authorId)}`}
          />
          {first.admin && !own && <span className="text-caption text-fg3">Admin</span>}
          <MessageTime time={first.createdAt} />
        </p>
        <div className="flex flex-col gap-[3px]">
          {group.messages.map((shown) => (
            <MessageBubble
              key={shown.key}
              shown={shown}
              me={me}
              people={people}
              actsFor={actsFor}
              editMs={editMs}
              reachable={reachable === shown.message.id}
              onReached={() => onReached(shown.message.id)}
              onFold={(folds) => onFold(shown.message.id, folds)}
            />
          ))}
        </div>
      </div>
    </div>
  );
});

const aMinute = 60_000;
const anHour = 60 * aMinute;

/** Shows how long ago within the first hour, then the time of day; the full time as its tooltip. */
function MessageTime({ time }: { time: string }) {
  const now = useNow();
  const age = now - Date.parse(time);
  const words = age < aMinute ? 'just now' : age < anHour ? relativeAge(time, now) : formatClock(time);
  return (
    <time
      dateTime={time}
      title={formatDateTime(time)}
      className="shrink-0 text-caption font-normal text-fg3 tabular-nums"
    >
      {words}
    </time>
  );
}
