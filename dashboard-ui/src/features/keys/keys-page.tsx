import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, KeyRound, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../api/client';
import { Button } from '../../ui/button';
import { downloadText } from '../../ui/download';
import { Empty, Failed } from '../../ui/empty';
import { Page } from '../../ui/page';
import { SearchInput } from '../../ui/input';
import { CardFooter } from '../../ui/section';
import { Select, type Option } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { useRested } from '../../ui/use-rested';
import { useRights } from '../members/use-rights';
import { StorefrontGate } from '../storefront/storefront-gate';
import { CreateKeysDialog } from './create-keys-dialog';
import { KeyRowsSkeleton } from './key-rows-skeleton';
import { KeySelection } from './key-selection';
import { KeyTable } from './key-table';
import { KeyTotals } from './key-totals';
import { keysCsv, keysQuery, type KeyFilter } from './queries';
import { useCreating } from './use-creating';

const filters: Option<KeyFilter>[] = [
  { value: 'all', label: 'All keys' },
  { value: 'unused', label: 'Unused' },
  { value: 'redeemed', label: 'Redeemed' },
  { value: 'revoked', label: 'Revoked' },
];

export function KeysPage() {
  return (
    <Page title="Keys">
      <StorefrontGate
        emptyText="A key is sold in a storefront and redeemed on its page."
        skeleton={<KeysSkeleton />}
      >
        {({ guildId }) => <Keys key={guildId} guildId={guildId} />}
      </StorefrontGate>
    </Page>
  );
}

/** Totals, tools and list in their places. */
function KeysSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <KeyTotals counts={undefined} />
      <Skeleton className="h-9 max-sm:h-39" />
      <div className="card @container overflow-hidden">
        <KeyRowsSkeleton rows={6} />
      </div>
    </div>
  );
}

function Keys({ guildId }: { guildId: string }) {
  const [filter, setFilter] = useState<KeyFilter>('all');
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim());
  const { manages } = useRights();
  const [creating, setCreating] = useCreating();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // The way here: each page knows only where the next one starts.
  const [cursors, setCursors] = useState<string[]>([]);
  const { data, isError, error, refetch, isFetching, isPlaceholderData } = useQuery(
    keysQuery(guildId, filter, cursors.at(-1) ?? '', search),
  );

  const file = useMutation({
    mutationFn: () => keysCsv(guildId, filter),
    onSuccess: (text) => downloadText('keys.csv', text),
    onError: (error) => toast.error(errorMessage(error, 'Failed to download the keys')),
  });

  /** Keys of several pages can be chosen together. */
  function select(keys: string[], chosen: boolean) {
    const next = new Set(selected);
    for (const key of keys) {
      if (chosen) next.add(key);
      else next.delete(key);
    }
    setSelected(next);
  }

  function choose(filter: KeyFilter, typed: string) {
    setSelected(new Set());
    setFilter(filter);
    setTyped(typed);
    setCursors([]);
  }

  const create = (
    <Button
      kind="primary"
      icon={<Plus aria-hidden size={16} strokeWidth={2} />}
      onClick={() => setCreating(true)}
    >
      Create keys
    </Button>
  );

  return (
    <div className="flex flex-col gap-3">
      {!(isError && !data) && <KeyTotals counts={data?.counts} />}
      <div className="flex flex-wrap gap-3">
        <Select
          aria-label="Status"
          value={filter}
          onChange={(filter) => choose(filter, typed)}
          options={filters}
          className="w-38 max-sm:w-full"
        />
        <SearchInput
          first
          aria-label="Search keys"
          placeholder="Search by key, note or email..."
          maxLength={200}
          value={typed}
          onChange={(event) => choose(filter, event.target.value)}
          className="min-w-60 flex-1 max-sm:order-last max-sm:basis-full"
        />
        <Button
          icon={<Download aria-hidden size={16} strokeWidth={1.75} />}
          busy={file.isPending}
          onClick={() => file.mutate()}
          className="max-sm:flex-1"
        >
          CSV
        </Button>
        {manages && create}
      </div>
      <section
        aria-label="Keys"
        aria-busy={isFetching}
        className={`card @container overflow-hidden ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {data ? (
          data.keys.length > 0 ? (
            <>
              {selected.size > 0 && (
                <KeySelection guildId={guildId} keys={[...selected]} onClear={() => setSelected(new Set())} />
              )}
              <KeyTable guildId={guildId} keys={data.keys} selected={selected} onSelect={select} />
            </>
          ) : filter === 'all' && search === '' ? (
            <Empty icon={KeyRound} title="No keys yet" text="A key is what a customer redeems for boosts" />
          ) : (
            <Empty icon={SearchX} title="No matching keys">
              <Button onClick={() => choose('all', '')}>Clear filters</Button>
            </Empty>
          )
        ) : isError ? (
          <Failed title="Your keys could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
        ) : (
          <KeyRowsSkeleton rows={6} />
        )}
        {data && (cursors.length > 0 || data.next) && (
          <CardFooter fact={`Page ${cursors.length + 1}`}>
            <Button
              size="sm"
              disabled={cursors.length === 0}
              onClick={() => setCursors(cursors.slice(0, -1))}
            >
              Prev
            </Button>
            <Button
              size="sm"
              disabled={!data.next || isPlaceholderData}
              onClick={() => setCursors([...cursors, data.next!])}
            >
              Next
            </Button>
          </CardFooter>
        )}
      </section>
      {creating && manages && <CreateKeysDialog guildId={guildId} onClosed={() => setCreating(false)} />}
    </div>
  );
}
