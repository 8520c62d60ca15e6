import { CircleAlert, Copy, CornerUpLeft, Pencil, Reply, RotateCw, Trash2, VolumeX } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { formatClock, formatDateTime } from '../../shared/format/date';
import { ActionMenu, type MenuAction } from '../../ui/action-menu';
import { IconButton } from '../../ui/button';
import { Truncated } from '../../ui/truncated';
import { useIsAhead } from '../../ui/use-now';
import { authorTint } from './avatar';
import { linksIn } from './content';
import type { Shown } from './layout';
import { LinkPreview } from './link-preview';
import { textOf, type Message, type Person, type Quote } from './message';
import { MessageMedia } from './message-media';
import { MessageText } from './message-text';

/** The actions for a message. Undefined where this person may not. */
export type MessageActs = {
  reply?: (message: Message) => void;
  copy: (message: Message) => void;
  edit?: (message: Message) => void;
  remove?: (message: Message) => void;
  mute?: (message: Message) => void;
  open: (url: string) => void;
  jump: (id: string) => void;
  sendAgain: (clientId: string) => void;
  discard: (clientId: string) => void;
};

type MessageBubbleProps = {
  shown: Shown;
  me: string;
  people: readonly Person[];
  /** `changeable`: it is one's own, and not too old to be changed. */
  actsFor: (message: Message, changeable: boolean) => MessageActs;
  /** How long after its time an own message can be changed, by this browser's clock. */
  editMs: number;
  /** Whether Tab leads to this message. Only one is in the tab order; arrow keys lead to the others. */
  reachable: boolean;
  onReached: () => void;
  /** Called before its text unfolds or folds. */
  onFold: (folds: boolean) => void;
};

const mostPreviews = 3;

export function MessageBubble(props: MessageBubbleProps) {
  const { shown, me, people, actsFor, editMs, reachable, onReached, onFold } = props;
  const { message, pending, first, last } = shown;
  const own = message.authorId === me;
  const changeable = useIsAhead(own ? Date.parse(message.createdAt) + editMs : 0);
  const acts = actsFor(message, changeable);
  const text = textOf(message);
  const concernsMe = !own && (message.mentions.includes(me) || message.replyTo?.authorId === me);
  const refused = pending?.state === 'refused';
  const named = people.filter(({ authorId }) => message.mentions.includes(authorId));

  const ground = own
    ? 'border-[color-mix(in_srgb,var(--pink)_30%,transparent)] bg-[color-mix(in_srgb,var(--pink)_16%,var(--bg))]'
    : concernsMe
      ? 'border-[color-mix(in_srgb,var(--amber)_40%,transparent)] bg-[color-mix(in_srgb,var(--amber)_9%,var(--s2))]'
      : 'border-line bg-s2';
  const corners = own
    ? `${first ? '' : 'rounded-tr-inline'} ${last ? '' : 'rounded-br-inline'}`
    : `${first ? '' : 'rounded-tl-inline'} ${last ? '' : 'rounded-bl-inline'}`;

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, ((message: Message) => void) | undefined> = pending
      ? { c: acts.copy, Delete: refused ? () => acts.discard(pending.clientId) : undefined }
      : { r: acts.reply, e: acts.edit, c: acts.copy, Delete: acts.remove };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(message);
  }

  return (
    <article
      data-message={message.id}
      aria-label={`${own ? 'You' : message.author}, ${formatClock(message.createdAt)}`}
      tabIndex={reachable ? 0 : -1}
      onFocus={onReached}
      onKeyDown={press}
      className={`group/message relative flex w-full flex-col gap-1.5 rounded-card outline-offset-4 ${own ? 'items-end' : 'items-start'}`}
    >
      <span className="sr-only">{own ? 'You' : message.author}: </span>
      <div className={`flex w-full flex-wrap items-start gap-x-2 ${own ? 'flex-row-reverse' : ''}`}>
        <div
          className={`flex min-w-0 max-w-[78%] flex-col gap-1.5 max-sm:max-w-[88%] ${own ? 'items-end' : 'items-start'} ${pending && !refused ? 'opacity-60' : ''}`}
        >
          {(text || message.replyTo) && (
            <div
              className={`max-w-full min-w-0 rounded-card border px-3 py-2 ${ground} ${corners} ${refused ? 'border-red!' : ''}`}
            >
              {message.replyTo && <QuoteLine quote={message.replyTo} me={me} onJump={acts.jump} />}
              {text && (
                <MessageText text={text} people={named} me={me} editedAt={message.editedAt} onFold={onFold} />
              )}
            </div>
          )}
          {message.attachments.length > 0 && (
            <MessageMedia attachments={message.attachments} onOpen={acts.open} />
          )}
          {!pending &&
            linksIn(text)
              .slice(0, mostPreviews)
              .map((url) => <LinkPreview key={url} url={url} />)}
        </div>
        {!pending && <Tools message={message} own={own} acts={acts} />}
      </div>
      {refused && <Refused pending={pending} acts={acts} />}
    </article>
  );
}

function Tools({ message, own, acts }: { message: Message; own: boolean; acts: MessageActs }) {
  const subject = `message of ${own ? 'yours' : message.author}`;
  const icon = (Icon: typeof Copy) => <Icon aria-hidden size={16} strokeWidth={1.75} />;
  const actions: (MenuAction | false)[] = [
    Boolean(acts.reply) && { label: 'Reply', icon: icon(Reply), onPick: () => acts.reply?.(message) },
    { label: 'Copy text', icon: icon(Copy), onPick: () => acts.copy(message) },
    Boolean(acts.edit) && { label: 'Edit', icon: icon(Pencil), onPick: () => acts.edit?.(message) },
    Boolean(acts.mute) && {
      label: `Mute ${message.author}`,
      icon: icon(VolumeX),
      onPick: () => acts.mute?.(message),
    },
    Boolean(acts.remove) && {
      label: 'Delete',
      icon: icon(Trash2),
      danger: true,
      onPick: () => acts.remove?.(message),
    },
  ];
  return (
    // Without a height, so that it takes no room where it does not fit beside the message and wraps below it.
    <div className="h-0 shrink-0">
      <div className="chat-tools relative top-0.5 z-1 flex items-center gap-px rounded-control border border-line2 bg-s1 p-0.5 shadow-menu">
        <time
          dateTime={message.createdAt}
          title={formatDateTime(message.createdAt)}
          className="px-1.5 text-caption text-fg3 tabular-nums"
        >
          {formatClock(message.createdAt)}
        </time>
        {acts.reply && (
          <IconButton
            label="Reply"
            size={28}
            icon={<Reply aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => acts.reply?.(message)}
          />
        )}
        <ActionMenu label={`Actions for ${subject}`} actions={actions.filter((action) => action !== false)} />
      </div>
    </div>
  );
}

function QuoteLine({ quote, me, onJump }: { quote: Quote; me: string; onJump: (id: string) => void }) {
  const author = quote.authorId === me ? 'You' : quote.author;
  return (
    <button
      type="button"
      disabled={quote.deleted}
      onClick={() => onJump(quote.id)}
      className="hover-fast mb-1.5 flex w-full min-w-0 gap-2 rounded-inline text-left text-small enabled:hover:opacity-80"
    >
      <span className={`w-0.5 shrink-0 rounded-full bg-current ${authorTint(quote.authorId)}`} />
      <span className="flex min-w-0 flex-col">
        <span className={`flex items-center gap-1 font-medium ${authorTint(quote.authorId)}`}>
          <CornerUpLeft aria-hidden size={12} strokeWidth={2} />
          <span className="sr-only">Go to the message of </span>
          <Truncated text={author} />
          <span className="sr-only"> that this answers: </span>
        </span>
        <Truncated
          text={quote.deleted ? 'This message was deleted' : shorten(quote.content)}
          className={`text-fg2 ${quote.deleted ? 'italic' : ''}`}
        />
      </span>
    </button>
  );
}

/** Shortens the text of a quote. A message that consists of files is quoted as such. */
function shorten(content: string): string {
  const text = content.replace(/\S*\/uploads\/\S+/g, '').trim();
  return text || 'Photo or video';
}

function Refused({ pending, acts }: { pending: NonNullable<Shown['pending']>; acts: MessageActs }) {
  return (
    <p role="alert" className="flex flex-wrap items-center justify-end gap-x-2 text-small text-red">
      <span className="flex items-center gap-1.5">
        <CircleAlert aria-hidden size={14} className="shrink-0" />
        {pending.reason || 'Not sent'}
      </span>
      <button
        type="button"
        onClick={() => acts.sendAgain(pending.clientId)}
        className="hit-44 inline-flex min-h-6 items-center gap-1 rounded-badge font-medium underline underline-offset-2"
      >
        <RotateCw aria-hidden size={13} strokeWidth={2} />
        Send again
      </button>
      <button
        type="button"
        onClick={() => acts.discard(pending.clientId)}
        className="hit-44 min-h-6 rounded-badge font-medium underline underline-offset-2"
      >
        Discard
      </button>
    </p>
  );
}
