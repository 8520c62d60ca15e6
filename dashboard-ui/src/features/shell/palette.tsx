import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { copyText } from '../../shared/copy-text';
import { ModalFrame, useModal } from '../../ui/modal';
import { toast } from '../../ui/toast';
import { Truncated } from '../../ui/truncated';
import { useOwnDomains } from '../custom-domain/use-own-domains';
import type { Rights } from '../members/use-rights';
import { activeDomain } from '../storefront/customer-links';
import { storefrontsQuery } from '../storefront/queries';
import { commandsFor, type Command } from './commands';

type PaletteProps = { admin: boolean; rights: Rights; onClosed: () => void };

/** Goes to any screen and runs frequent actions, by typing part of their names. */
export function Palette({ admin, rights, onClosed }: PaletteProps) {
  const id = useId();
  const modal = useModal(onClosed);
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  const domains = useOwnDomains();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const shop = { search, admin, rights, storefronts, ownDomain: activeDomain(domains) };
  const commands = commandsFor(typed, shop);
  const chosen = Math.min(active, commands.length - 1);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  async function run(command: Command | undefined) {
    if (!command) return;
    modal.close();
    if ('goTo' in command) return navigate(command.goTo);
    if (await copyText(command.copies)) toast('Copied to clipboard!');
    else toast.error('Copy failed');
  }

  function press(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 + commands.length };
    const next = moves[event.key];
    if (next !== undefined && commands.length > 0) setActive(next % commands.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) void run(commands[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <ModalFrame
      modal={modal}
      label="Jump to"
      className="mx-auto mt-[12dvh] mb-auto max-h-[70dvh] w-140 max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-dialog border border-line2 bg-s1 text-fg shadow-dialog open:flex max-sm:mt-4"
    >
      <div className="flex items-center gap-3 border-b border-line px-5">
        <Search aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-fg3" />
        <input
          data-autofocus
          role="combobox"
          aria-label="Jump to"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={commands.length > 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          placeholder="A screen, an order id, or what to do"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
          className="h-13 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-fg3 max-sm:text-input-phone"
        />
      </div>
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        {commands.map((command, index) => (
          <li
            key={'goTo' in command ? command.goTo : command.copies}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => setActive(index)}
            onClick={() => void run(command)}
            className={`flex h-10 cursor-pointer items-center gap-3 rounded-control px-3 max-sm:h-11 ${index === chosen ? 'bg-s3 chosen' : ''}`}
          >
            <command.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg3" />
            <Truncated text={command.label} className="min-w-0 flex-1" />
            <Truncated text={command.hint} className="max-w-40 text-small text-fg3" />
          </li>
        ))}
      </ul>
      <p role="status" className={commands.length > 0 ? 'sr-only' : 'px-5 pb-6 text-center text-fg2'}>
        {commands.length > 0 ? '' : 'Nothing fits'}
      </p>
    </ModalFrame>
  );
}
