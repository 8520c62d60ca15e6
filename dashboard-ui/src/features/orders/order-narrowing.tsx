import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorMessage } from '../../api/client';
import { formatNumber } from '../../shared/format/number';
import { useMedia } from '../../shared/use-media';
import { Button } from '../../ui/button';
import { downloadText } from '../../ui/download';
import { SearchInput } from '../../ui/input';
import { Link } from '../../ui/link';
import { toast } from '../../ui/toast';
import { useSideScroll } from '../../ui/use-side-scroll';
import { useTyped } from '../../ui/use-typed';
import { StorefrontChoice } from '../storefront/storefront-choice';
import { orderCountsQuery } from './counts/queries';
import type { ListStatus, Narrowing } from './narrowing';
import { ordersCsv } from './queries';

const views: { status: ListStatus | null; label: string }[] = [
  { status: null, label: 'All' },
  { status: 'waiting', label: 'To deliver' },
  { status: 'processing', label: 'Processing' },
  { status: 'completed', label: 'Completed' },
  { status: 'partial', label: 'Partial' },
  { status: 'failed', label: 'Failed' },
];

type OrderNarrowingProps = {
  narrowing: Narrowing;
  searchFor: (change: { page: number; status: ListStatus | null }) => string;
  onFind: (find: string) => void;
  onChooseShop: (guildId: string) => void;
  /** Whether an order's dialog, which takes the focus, is open or about to open. */
  isBehind: boolean;
};

/** Filters across all pages by status, storefront and search, and downloads the result as a file. */
export function OrderNarrowing({
  narrowing,
  searchFor,
  onFind,
  onChooseShop,
  isBehind,
}: OrderNarrowingProps) {
  const waiting = useQuery(orderCountsQuery).data?.waiting ?? 0;
  const row = useSideScroll<HTMLElement>(narrowing.status);
  const file = useMutation({
    mutationFn: () => ordersCsv(narrowing),
    onSuccess: (text) => downloadText('orders.csv', text),
    onError: (error) => toast.error(errorMessage(error, 'Failed to download the orders')),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <nav
        ref={row}
        aria-label="Orders by status"
        className="side-scroll relative flex min-w-0 gap-1 print:hidden rounded-control border border-line bg-s1 p-0.5 max-sm:basis-full"
      >
        {views.map(({ status, label }) => (
          <Link
            key={label}
            to={{ search: searchFor({ page: 1, status }) }}
            aria-current={status === narrowing.status ? 'page' : undefined}
            className="hover-fast flex h-8 shrink-0 items-center gap-1.5 rounded-badge px-2.5 text-small font-medium text-fg2 -outline-offset-2 hover:text-fg aria-[current=page]:chosen aria-[current=page]:bg-s3 aria-[current=page]:text-fg max-sm:h-11"
          >
            {label}
            {status === 'waiting' && waiting > 0 && (
              <span className="rounded-full bg-pink px-1.5 text-caption font-semibold text-on-pink tabular-nums">
                {formatNumber(waiting)}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className="flex min-w-0 flex-1 basis-75 gap-3 has-[>*:nth-child(3)]:basis-120 max-sm:flex-wrap">
        <StorefrontChoice
          guildId={narrowing.guild}
          isAhead={narrowing.guild !== ''}
          onChoose={onChooseShop}
          className="w-44"
        />
        <Find find={narrowing.find} onFind={onFind} first={!isBehind} />
        <Button
          icon={<Download aria-hidden size={16} strokeWidth={1.75} />}
          busy={file.isPending}
          onClick={() => file.mutate()}
        >
          CSV
        </Button>
      </div>
    </div>
  );
}

/** The input goes into the address after a pause in typing. */
function Find({ find, onFind, first }: { find: string; onFind: (find: string) => void; first: boolean }) {
  const [typed, setTyped] = useTyped(find, onFind);
  const isPhone = useMedia('(width < 40rem)');
  return (
    <SearchInput
      first={first}
      aria-label="Find in all orders"
      placeholder={isPhone ? 'Find in all orders' : 'Find in all orders: id, email, invite, server, purchase'}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className="min-w-[min(13rem,100%)] flex-1"
    />
  );
}
