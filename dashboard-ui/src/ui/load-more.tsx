import { Button } from './button';

type LoadMoreProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** Ends a list of which there is more. */
export function LoadMore({ list }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex justify-center border-t border-line px-5 py-3 max-sm:px-4">
      <Button
        size="sm"
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
        className="max-sm:w-full"
      >
        Load more
      </Button>
    </div>
  );
}
