import { Ellipsis } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './button';
import { float } from './float';
import { useTypeAhead } from './type-ahead';

export type MenuAction = { label: string; icon: ReactNode; danger?: boolean; onPick: () => void };

type ActionMenuProps = { label: string; actions: MenuAction[]; className?: string };

/**
 * The actions of a row as a menu, where there is no room for buttons. The browser closes it on Escape and on a press
 * elsewhere.
 */
export function ActionMenu({ label, actions, className = '' }: ActionMenuProps) {
  const id = useId();
  const trigger = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const typeAhead = useTypeAhead();

  useEffect(() => {
    const button = trigger.current?.querySelector('button');
    if (!open || !menu.current || !button) return;
    menu.current.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    return float(menu.current, button, () => menu.current?.hidePopover());
  }, [open]);

  function press(event: KeyboardEvent<HTMLDivElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const labels = actions.map(({ label }) => label);
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    // The space bar always picks.
    const find = () => (event.key === ' ' ? undefined : typeAhead.find(event, labels, at));
    const target = moves[event.key] ?? find();
    if (target !== undefined) {
      event.preventDefault();
      items[target]?.focus();
    } else if (event.key === 'Tab') {
      menu.current?.hidePopover();
    }
  }

  return (
    <>
      <span ref={trigger} className={`inline-flex ${className}`}>
        <IconButton
          label={label}
          size={28}
          aria-haspopup="menu"
          aria-expanded={open}
          popoverTarget={id}
          icon={<Ellipsis aria-hidden size={18} strokeWidth={1.75} />}
        />
      </span>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={press}
        className="pop fixed inset-auto m-0 overflow-y-auto rounded-tall border border-line2 bg-s1 p-1 text-fg shadow-menu"
      >
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              action.onPick();
            }}
            className={`flex h-11 w-full min-w-40 items-center gap-2.5 rounded-badge px-3 -outline-offset-2 hover:bg-s3 ${action.danger ? 'text-red' : ''}`}
          >
            {action.icon}
            {action.label}
          </button>
        ))}
      </div>
    </>
  );
}
