import { Button } from './button';
import { FailedLine } from './empty';

type LoadMoreProps = {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
};

/** Ends a list of which there is more. */
export function LoadMore({ list }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  const frame = 'border-t border-line px-5 py-3 max-sm:px-4';
  if (list.isFetchNextPageError) {
    return (
      <div className={frame}>
        <FailedLine
          title="More could not be loaded"
          onRetry={() => void list.fetchNextPage()}
          busy={list.isFetchingNextPage}
        />
      </div>
    );
  }
  return (
    <div className={`flex justify-center ${frame}`}>
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
