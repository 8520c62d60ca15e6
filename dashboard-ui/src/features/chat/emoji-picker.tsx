import { Smile } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { inBrowser } from '../../shared/browser-storage';
import { IconButton } from '../../ui/button';
import { SearchInput } from '../../ui/input';
import { emojiGroups, emojiName, findEmoji, type Emoji, type EmojiGroup } from './emoji';

const recentKey = 'chat.emoji';
const columns = 8;

/**
 * A button that opens a grid of emoji above it. Arrow keys, Home and End move in the grid; the browser closes it on Escape and on a
 * press elsewhere.
 */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [recent, setRecent] = useState(loadRecent);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const box = panel.current;
    if (!open || !box) return;
    const place = () => {
      const button = opener.current!.getBoundingClientRect();
      const { clientWidth } = document.documentElement;
      const right = Math.min(clientWidth - button.right, clientWidth - box.offsetWidth - 8);
      box.style.bottom = `${window.innerHeight - button.top + 12}px`;
      box.style.right = `${Math.max(8, right)}px`;
    };
    place();
    box.querySelector('input')?.focus();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [open]);

  const focusOpener = () => opener.current?.querySelector('button')?.focus();

  function pick(emoji: string) {
    const next = [emoji, ...recent.filter((one) => one !== emoji)].slice(0, columns * 2);
    inBrowser.set(recentKey, JSON.stringify(next));
    setRecent(next);
    panel.current?.hidePopover();
    onPick(emoji);
  }

  const groups = query
    ? [{ name: 'Found', emoji: findEmoji(query, 64) }]
    : [...(recent.length > 0 ? [{ name: 'Recent', emoji: known(recent) }] : []), ...emojiGroups];

  return (
    <>
      <span ref={opener} className="inline-flex">
        <IconButton
          label="Emoji"
          aria-haspopup="dialog"
          aria-expanded={open}
          popoverTarget={id}
          icon={<Smile aria-hidden size={19} strokeWidth={1.75} />}
        />
      </span>
      <div
        ref={panel}
        id={id}
        role="dialog"
        aria-label="Emoji"
        popover="auto"
        // `toggle` fires late: the user may already be typing by then, and it merges closing and opening in between.
        onBeforeToggle={(event) => {
          if (event.newState === 'open') return setQuery('');
          // The grid and its focused button are about to go, and the browser would find no focus to give back.
          if (event.currentTarget.contains(document.activeElement)) focusOpener();
          setOpen(false);
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={move}
        className="pop fixed inset-auto m-0 h-90 max-h-[60dvh] w-86 max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-card border border-line2 bg-s1 text-fg shadow-menu open:flex"
      >
        <div className="border-b border-line p-2">
          <SearchInput
            aria-label="Search emoji"
            placeholder="Search emoji"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // Otherwise Enter would submit the form around it and send the message.
              event.preventDefault();
              const [first] = groups[0]?.emoji ?? [];
              if (query && first) pick(first.emoji);
            }}
          />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-2">
          {open && groups.map((group) => <Group key={group.name} group={group} onPick={pick} />)}
          {groups[0]?.emoji.length === 0 && (
            <p className="py-12 text-center text-small text-fg2">No emoji like that</p>
          )}
        </div>
      </div>
    </>
  );
}

function Group({ group, onPick }: { group: EmojiGroup; onPick: (emoji: string) => void }) {
  return (
    <section aria-label={group.name} className="flex flex-col">
      <h2 className="px-1.5 pt-1.5 pb-1 text-caption font-medium text-fg3">{group.name}</h2>
      <div className="grid grid-cols-8">
        {group.emoji.map((one) => (
          <button
            key={one.emoji}
            type="button"
            data-emoji
            aria-label={emojiName(one)}
            title={emojiName(one)}
            onClick={() => onPick(one.emoji)}
            className="flex aspect-square items-center justify-center rounded-badge text-[1.375rem]/7 -outline-offset-2 hover:bg-s3"
          >
            {one.emoji}
          </button>
        ))}
      </div>
    </section>
  );
}

function move(event: KeyboardEvent<HTMLDivElement>) {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-emoji]')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const ends: Record<string, number> = { Home: 0, End: buttons.length - 1 };
  const target = ends[event.key] ?? at + (steps[event.key] ?? NaN);
  if (Number.isNaN(target)) return;
  // In the search field the other keys move the caret.
  if (at < 0 && event.key !== 'ArrowDown') return;
  event.preventDefault();
  const next = at < 0 ? 0 : target;
  if (next < 0) event.currentTarget.querySelector('input')?.focus();
  else buttons[Math.min(next, buttons.length - 1)]?.focus();
}

function known(recent: readonly string[]): Emoji[] {
  const all = emojiGroups.flatMap(({ emoji }) => emoji);
  return recent.flatMap((emoji) => all.find((one) => one.emoji === emoji) ?? []);
}

function loadRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(inBrowser.get(recentKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
