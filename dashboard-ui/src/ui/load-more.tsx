import { Button } from './button';

type LoadMoreProps = {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
};

/** The end of a list that has more entries. Its button is the same in all states, so it keeps the focus. */
export function LoadMore({ list }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage: busy, isFetchNextPageError: failed } = list;
  if (!hasNextPage) return null;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-3 max-sm:px-4 ${failed ? 'justify-between' : 'justify-center'}`}
    >
      {failed && (
        <span role="alert" className="text-small text-red">
          <span aria-hidden={busy}>More could not be loaded</span>
        </span>
      )}
      <Button size="sm" busy={busy} onClick={() => void list.fetchNextPage()} className="max-sm:w-full">
        {failed ? 'Retry' : 'Load more'}
      </Button>
    </div>
  );
}
