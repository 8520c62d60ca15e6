import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, SearchX } from 'lucide-react';
import { roomForBar } from '../../ui/bottom-bar';
import { Button } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { Page } from '../../ui/page';
import { SearchInput } from '../../ui/input';
import { CardFooter } from '../../ui/section';
import { Select, type Option } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { useSayFound } from '../../ui/use-say-found';
import { useTyped } from '../../ui/use-typed';
import { useOwnDomains } from '../custom-domain/use-own-domains';
import { useRights } from '../members/use-rights';
import { activeDomain, customerLinks } from '../storefront/customer-links';
import { StorefrontGate } from '../storefront/storefront-gate';
import { CreateKeysDialog } from './create-keys-dialog';
import { DownloadKeys } from './download-keys';
import { useKeyAddress } from './key-address';
import { KeyRowsSkeleton } from './key-rows-skeleton';
import { KeySelection } from './key-selection';
import { KeyTable } from './key-table';
import { KeyTotals } from './key-totals';
import { keysQuery, type KeyFilter } from './queries';
import { useCreating } from './use-creating';
import { useSelected } from './use-selected';

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
        {({ guildId }) => <Keys guildId={guildId} />}
      </StorefrontGate>
    </Page>
  );
}

/** Placeholder for totals, tools and list. */
function KeysSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <KeyTotals counts="loading" />
      <Skeleton className="h-9 max-sm:h-39" />
      <div className="card @container overflow-hidden">
        <KeyRowsSkeleton rows={6} />
      </div>
    </div>
  );
}

function Keys({ guildId }: { guildId: string }) {
  const address = useKeyAddress();
  const { filter, search, cursor, page } = address;
  const [typed, setTyped] = useTyped(search, address.find);
  const { manages } = useRights();
  const { creating, open, close } = useCreating(guildId);
  const { redeem } = customerLinks(guildId, activeDomain(useOwnDomains()));
  const { data, isError, error, refetch, isFetching, isPlaceholderData } = useQuery(
    keysQuery(guildId, filter, cursor, search),
  );
  const selection = useSelected(filter, search, manages, cursor, isPlaceholderData ? undefined : data);
  useSayFound({
    asked: JSON.stringify({ filter, search, cursor }),
    // An answer of before may be shown meanwhile.
    count: isFetching ? undefined : data?.keys.length,
    noun: 'key',
  });

  function clear() {
    setTyped('');
    address.clear();
  }

  const create = (
    <Button
      kind="primary"
      icon={<Plus aria-hidden size={16} strokeWidth={2} />}
      onClick={open}
      className="max-sm:w-full"
    >
      Create keys
    </Button>
  );

  return (
    <div className={`flex flex-col gap-3 ${roomForBar}`}>
      <KeyTotals counts={data?.counts ?? (isError ? 'failed' : 'loading')} />
      <div className="flex flex-wrap gap-3">
        <Select
          aria-label="Status"
          value={filter}
          onChange={address.show}
          options={filters}
          className="w-38 max-sm:w-full"
        />
        <SearchInput
          first
          aria-label="Search keys"
          placeholder="Search by key, note or email..."
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-[min(13rem,100%)] flex-1 max-sm:basis-full"
        />
        <DownloadKeys guildId={guildId} filter={filter} search={search} unused={data?.counts.unused} />
        {manages && create}
      </div>
      <section
        aria-label="Keys"
        aria-busy={isFetching}
        className={`card @container overflow-hidden ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {data ? (
          data.keys.length > 0 ? (
            <KeyTable
              guildId={guildId}
              redeem={redeem}
              keys={data.keys}
              selected={selection.selected}
              onSelect={selection.select}
              onDeselect={selection.deselect}
            />
          ) : filter === 'all' && search === '' ? (
            <Empty icon={KeyRound} title="No keys yet" text="A key is what a customer redeems for boosts" />
          ) : (
            <Empty icon={SearchX} title="No matching keys">
              <Button onClick={clear}>Clear filters</Button>
            </Empty>
          )
        ) : isError ? (
          <Failed title="Your keys could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
        ) : (
          <KeyRowsSkeleton rows={6} />
        )}
        {data && (cursor || data.next) && (
          <CardFooter fact={`Page ${page}`}>
            <Button size="sm" disabled={!cursor} onClick={address.turnBack}>
              Prev
            </Button>
            <Button
              size="sm"
              disabled={!data.next || isPlaceholderData}
              onClick={() => address.turnTo(data.next!)}
            >
              Next
            </Button>
          </CardFooter>
        )}
      </section>
      <KeySelection
        guildId={guildId}
        search={search}
        keys={[...selection.selected]}
        unseen={selection.unseen}
        onGone={selection.deselect}
        onClear={selection.clear}
      />
      {creating && manages && <CreateKeysDialog guildId={guildId} onClosed={close} />}
    </div>
  );
}
