import { Check, ChevronDown } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { float } from './float';
import { controlClass } from './input';
import { Truncated } from './truncated';
import { useTypeAhead } from './type-ahead';

export type Option<Value extends string> = { value: Value; label: string; icon?: ReactNode };

type SelectProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  disabled?: boolean;
  /** Prints what is chosen. Other selects are not printed. */
  printed?: boolean;
  className?: string;
  id?: string;
  'aria-label'?: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
};

/**
 * A single choice, as a combobox with a listbox (WAI-ARIA's select-only pattern): the focus stays on the button. Why
 * it is not a native select: docs/decisions/0010.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, disabled, printed, className = '', ...aria } = props;
  const listId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [active, setActive] = useState(-1);
  const open = active >= 0;
  const typeAhead = useTypeAhead();
  const selected = options.find((option) => option.value === value);

  const close = () => setActive(-1);
  const openList = () => setActive(Math.max(0, options.indexOf(selected ?? options[0]!)));
  function choose(index: number) {
    const option = options[index];
    close();
    if (option && option.value !== value) onChange(option.value);
  }

  function press(event: KeyboardEvent) {
    const last = options.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, active + 1),
      ArrowUp: Math.max(0, active - 1),
      Home: 0,
      End: last,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      if (open) setActive(target);
      else openList();
    } else if (event.key === 'Enter' || (event.key === ' ' && !typeAhead.isTyping(event))) {
      event.preventDefault();
      if (open) choose(active);
      else openList();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab' && open) {
      choose(active);
    } else {
      // It is a part of a word, and the button would take it for a press.
      if (event.key === ' ') event.preventDefault();
      const labels = options.map(({ label }) => label);
      const found = typeAhead.find(event, labels, open ? active : labels.indexOf(selected?.label ?? ''));
      if (found !== undefined) setActive(found);
    }
  }

  return (
    <div
      data-chosen={printed ? selected?.label : undefined}
      className={`relative min-w-0 ${printed ? 'print:before:content-[attr(data-chosen)]' : 'print:hidden'} ${className}`}
    >
      <button
        {...aria}
        ref={trigger}
        type="button"
        role="combobox"
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open ? `${listId}-${active}` : undefined}
        onClick={() => (open ? close() : openList())}
        onKeyDown={press}
        onBlur={close}
        className={`${controlClass} flex h-9 items-center gap-2 rounded-control text-left max-sm:h-11 max-sm:rounded-tall print:hidden`}
      >
        {selected?.icon}
        <Truncated text={selected?.label ?? ''} className="min-w-0 flex-1" />
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg3" />
      </button>
      {open && (
        <Menu id={listId} trigger={trigger} onLost={close}>
          {options.map((option, index) => (
            <li
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={option.value === value}
              ref={index === active ? scrollIntoView : undefined}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(index)}
              className={`flex h-9 cursor-pointer items-center gap-2 rounded-badge px-2.5 text-body max-sm:h-11 ${index === active ? 'bg-s3 chosen' : ''}`}
            >
              {option.icon}
              <Truncated text={option.label} className="min-w-0 flex-1" />
              {option.value === value && (
                <Check aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-pink-text" />
              )}
            </li>
          ))}
        </Menu>
      )}
    </div>
  );
}

type MenuProps = {
  id: string;
  trigger: RefObject<HTMLButtonElement | null>;
  onLost: () => void;
  children: ReactNode;
};

/** The list in the top layer, under its button or, where there is no room, above it. */
function Menu({ id, trigger, onLost, children }: MenuProps) {
  const ref = useRef<HTMLUListElement>(null);
  const lost = useEffectEvent(onLost);
  useEffect(() => {
    const list = ref.current;
    const button = trigger.current;
    // It may have been removed by now.
    if (!list?.isConnected || !button) return;
    list.showPopover?.();
    return float(list, button, lost);
  }, [trigger]);
  return (
    <ul
      ref={ref}
      id={id}
      role="listbox"
      popover="manual"
      // A press here must not take the focus from the button.
      onMouseDown={(event) => event.preventDefault()}
      className="pop fixed inset-auto m-0 max-h-80 max-w-[min(100vw-32px,30rem)] overflow-y-auto rounded-tall border border-line2 bg-s1 p-1 text-fg shadow-menu"
    >
      {children}
    </ul>
  );
}

function scrollIntoView(item: HTMLElement | null) {
  item?.scrollIntoView?.({ block: 'nearest' });
}
