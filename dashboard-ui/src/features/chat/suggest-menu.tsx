import { Truncated } from '../../ui/truncated';
import type { Suggestion } from './suggest';

type SuggestMenuProps = {
  items: readonly Suggestion[];
  chosen: number;
  onPick: (index: number) => void;
};

/** A menu of completions above the field. The focus stays in the field. */
export function SuggestMenu({ items, chosen, onPick }: SuggestMenuProps) {
  return (
    <ul
      id="chat-suggestions"
      role="listbox"
      aria-label="Suggestions"
      className="pop absolute bottom-[calc(100%+8px)] left-0 z-3 min-w-56 overflow-hidden rounded-tall border border-line2 bg-s1 p-1 shadow-menu"
    >
      {items.map((item, index) => (
        <li
          key={item.key}
          id={`chat-suggestion-${index}`}
          role="option"
          aria-selected={index === chosen}
          // Otherwise a press would move the focus out of the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
          className={`flex h-9 cursor-pointer items-center gap-2 rounded-badge px-2.5 max-sm:h-11 ${index === chosen ? 'bg-s3 chosen' : 'hover:bg-s2'}`}
        >
          <span aria-hidden className="w-5 text-center text-fg3">
            {item.mark}
          </span>
          <Truncated text={item.text} />
        </li>
      ))}
    </ul>
  );
}
