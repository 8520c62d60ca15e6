import { ArrowDown, MessageCircle } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { formatDate, formatDayName } from '../../shared/format/date';
import { formatCount } from '../../shared/format/number';
import { Empty } from '../../ui/empty';
import { Skeleton } from '../../ui/skeleton';
import { Spinner } from '../../ui/spinner';
import { useNow } from '../../ui/use-now';
import type { ChatState } from './connection';
import type { Row, Shown } from './layout';
import type { Message, Person } from './message';
import type { MessageActs } from './message-bubble';
import { MessageGroup } from './message-group';
import { useScrollPlace } from './use-scroll-place';

export type ListHandle = { toEnd: () => void; toMessage: (id: string) => boolean };

type MessageListProps = {
  ref: Ref<ListHandle>;
  rows: readonly Row[];
  history: ChatState['history'];
  older: ChatState['older'];
  unread: number;
  me: string;
  people: readonly Person[];
  actsFor: (message: Message, changeable: boolean) => MessageActs;
  editMs: number;
  onLoadOlder: () => void;
  onAtEnd: (atEnd: boolean) => void;
};

/** Messages without mentions are not rendered again when people come and go. */
const nobody: readonly Person[] = [];
const mentionsAnybody = ({ message }: Shown) => message.mentions.length > 0;

/** The room from its oldest loaded message to now. */
export function MessageList(props: MessageListProps) {
  const { ref, rows, history, older, unread, me, people, actsFor, editMs, onLoadOlder, onAtEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<string>();
  const { atEnd, place } = useScrollPlace(scroller, history !== 'loading');
  const ids = rows.flatMap((row) => (row.kind === 'group' ? row.messages.map((one) => one.message.id) : []));
  const reachable = reached && ids.includes(reached) ? reached : ids.at(-1);

  useEffect(() => onAtEnd(atEnd), [atEnd, onAtEnd]);

  useImperativeHandle(ref, () => ({
    toEnd: () => place.toEnd(),
    toMessage: (id) => place.toMessage(id),
  }));

  function focusMessage(id: string | undefined) {
    if (id) scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)?.focus();
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = ids.indexOf((event.target as HTMLElement).dataset.message ?? '');
    if (at < 0) return;
    const targets: Record<string, number> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: ids.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focusMessage(ids[target]);
  }

  return (
    <div className="relative min-h-0 flex-1 shallow:h-48 shallow:flex-auto">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        // Otherwise screen readers would read out loaded messages, too; `SpokenMessage` announces new ones.
        aria-live="off"
        aria-busy={history === 'loading' || older === 'loading'}
        tabIndex={0}
        onKeyDown={move}
        className="h-full overflow-y-auto overscroll-contain shallow:absolute shallow:inset-0 -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="mx-auto flex min-h-full w-full max-w-[852px] flex-col justify-end gap-4.5 px-4 pt-6 pb-4">
          {history === 'loading' ? (
            <LoadingMessages />
          ) : (
            <>
              {older === 'none' ? (
                rows.length > 0 && <Beginning />
              ) : (
                <OlderLoader older={older} count={ids.length} onLoad={onLoadOlder} />
              )}
              {rows.length === 0 && (
                <div className="my-auto">
                  <Empty
                    icon={MessageCircle}
                    title="No messages yet"
                    text="Say hello to the other sellers."
                  />
                </div>
              )}
              {rows.map((row) =>
                row.kind === 'day' ? (
                  <DayLine key={row.key} time={row.time} />
                ) : row.kind === 'unread' ? (
                  <UnreadLine key={row.key} />
                ) : (
                  <MessageGroup
                    key={row.key}
                    group={row}
                    me={me}
                    people={row.messages.some(mentionsAnybody) ? people : nobody}
                    actsFor={actsFor}
                    editMs={editMs}
                    reachable={
                      row.messages.some((one) => one.message.id === reachable) ? reachable : undefined
                    }
                    onReached={setReached}
                    onFold={place.hold}
                  />
                ),
              )}
            </>
          )}
        </div>
      </div>
      {!atEnd && history !== 'loading' && (
        <button
          type="button"
          onClick={() => place.toEnd()}
          className={`pop hover-fast absolute bottom-3 left-1/2 z-2 flex h-9 -translate-x-1/2 items-center gap-2 rounded-full border px-3.5 text-small font-medium shadow-menu max-sm:h-11 ${
            unread > 0
              ? 'border-transparent bg-pink font-semibold text-on-pink hover:bg-pink-hover'
              : 'border-line2 bg-s1 hover:bg-s3'
          }`}
        >
          <ArrowDown aria-hidden size={16} strokeWidth={2} />
          {unread > 0 ? formatCount(unread, 'new message') : 'Latest messages'}
        </button>
      )}
    </div>
  );
}

function DayLine({ time }: { time: string }) {
  const now = useNow();
  return (
    <div role="separator" aria-label={formatDate(time)} className="flex items-center gap-3 py-1">
      <span className="h-px flex-1 bg-line" />
      <time dateTime={time} title={formatDate(time)} className="text-caption font-normal text-fg3">
        {formatDayName(time, now)}
      </time>
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

function UnreadLine() {
  return (
    <div role="separator" aria-label="New messages" data-unread className="flex items-center gap-3">
      <span className="h-px flex-1 bg-pink-text opacity-60" />
      <span className="text-caption font-medium text-pink-text">New</span>
    </div>
  );
}

function Beginning() {
  return <p className="text-center text-small text-balance text-fg3">This is where the room begins.</p>;
}

const olderLabels = { there: 'Earlier messages', loading: 'Loading earlier messages', failed: 'Try again' };

/**
 * Loads older messages when it comes near the screen. A press does the same for users who do not scroll, and retries
 * after a failure.
 */
function OlderLoader({
  older,
  count,
  onLoad,
}: {
  older: Exclude<ChatState['older'], 'none'>;
  count: number;
  onLoad: () => void;
}) {
  const place = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || older !== 'there') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoad(), {
      root: element.closest('[role=log]'),
      rootMargin: '500px 0px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [older, count, onLoad]);
  return (
    <button
      ref={place}
      type="button"
      onClick={onLoad}
      className="flex h-9 items-center justify-center gap-2 self-center rounded-control px-3 text-small text-fg2 hover:text-fg"
    >
      {older === 'loading' && <Spinner />}
      {olderLabels[older]}
    </button>
  );
}

const shapes = ['w-64', 'w-80 max-w-full', 'w-44', 'w-72', 'w-56'];

function LoadingMessages() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      {shapes.map((shape, index) => (
        <div key={shape} className={`flex gap-3 ${index === 3 ? 'flex-row-reverse' : ''}`}>
          {index !== 3 && <Skeleton className="size-8 rounded-full!" />}
          <div className={`flex flex-col gap-2 ${index === 3 ? 'items-end' : ''}`}>
            <Skeleton className="h-3 w-24" />
            <Skeleton className={`h-9 rounded-card! ${shape}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
