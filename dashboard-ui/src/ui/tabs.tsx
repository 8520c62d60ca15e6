import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export type Tab<Name extends string> = { name: Name; label: string };

type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
};

/** One of several views at a time; arrow keys move from tab to tab. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs.at(to % tabs.length)!;
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  }

  return (
    <div className="flex w-full flex-col gap-2">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex flex-wrap gap-1 rounded-control border border-line bg-s1 p-0.5"
      >
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id}panel` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className="hover-fast h-7 flex-1 rounded-badge px-1.5 text-caption font-medium not-cramped:whitespace-nowrap cramped:h-auto! text-fg2 hover:text-fg aria-selected:chosen aria-selected:bg-s3 aria-selected:text-fg max-sm:h-11"
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`}>
        {children}
      </div>
    </div>
  );
}
