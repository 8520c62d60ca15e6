import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button';
import { useSayFound } from './use-say-found';

type LoadMoreProps = {
  list: {
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** What the list was asked for. */
  asked?: string;
  /** How many entries the list shows, which are the rows of the element before this one. */
  count: number | undefined;
  noun: string;
};

/**
 * The end of a list that may have more entries. Its button is the same in all states, so it keeps the focus until they
 * come; then the first of them gets it, since the button is pushed down or gone.
 */
export function LoadMore({ list, asked = '', count, noun }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage: busy, isFetchNextPageError: failed } = list;
  const [turns, setTurns] = useState(0);
  const end = useRef<HTMLDivElement>(null);
  const from = useRef<number>(undefined);

  const isHere = !(list.isPlaceholderData || busy || failed);
  useSayFound({ asked: `${asked} ${turns}`, count: isHere ? count : undefined, noun });
  // Before the browser can miss the button that has gone with the last entries.
  useLayoutEffect(() => {
    const first = from.current;
    if (busy || first === undefined) return;
    from.current = undefined;
    const row = end.current?.previousElementSibling?.children[first];
    const focused = document.activeElement;
    if (!(row instanceof HTMLElement)) return;
    if (focused !== document.body && !end.current?.contains(focused)) return;
    row.tabIndex = -1;
    row.classList.add('-outline-offset-2');
    row.focus();
  }, [busy, count]);

  function more() {
    from.current = count;
    setTurns(turns + 1);
    void list.fetchNextPage();
  }

  return (
    <div ref={end}>
      {hasNextPage && (
        <div
          className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-3 max-sm:px-4 ${failed ? 'justify-between' : 'justify-center'}`}
        >
          {failed && (
            <span role="alert" className="text-small text-red">
              <span aria-hidden={busy}>More could not be loaded</span>
            </span>
          )}
          <Button size="sm" busy={busy} onClick={more} className="max-sm:w-full">
            {failed ? 'Retry' : 'Load more'}
          </Button>
        </div>
      )}
    </div>
  );
}
