import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { First } from '../../ui/first';
import { LoadMore } from '../../ui/load-more';
import { Page } from '../../ui/page';
import { Select, type Option } from '../../ui/select';
import { SkeletonRows } from '../../ui/skeleton';
import { useRights } from '../members/use-rights';
import { StorefrontGate } from '../storefront/storefront-gate';
import { CallDialog } from './call-dialog';
import { providers } from './call-filter';
import { CallRow } from './call-row';
import { storeCallsQuery, type Provider, type Verdict } from './queries';
import { storeFacts } from './store-facts';
import { StoreMark } from './store-mark';
import { all, useCallAddress, type Choice } from './use-call-address';
import { allVerdicts, verdicts } from './verdicts';

export function InboxPage() {
  return (
    <Page title="Inbox">
      <StorefrontGate
        emptyText="Stores call a storefront when something was bought."
        skeleton={
          <div className="card overflow-hidden">
            <SkeletonRows rows={6} tile />
          </div>
        }
      >
        {({ guildId }) => <Calls guildId={guildId} />}
      </StorefrontGate>
    </Page>
  );
}

const storeOptions: Option<Choice<Provider>>[] = [
  { value: all, label: 'All stores' },
  ...providers.map((provider) => ({
    value: provider,
    label: storeFacts[provider].title,
    icon: <StoreMark provider={provider} size={28} />,
  })),
];
const verdictOptions: Option<Choice<Verdict>>[] = [
  { value: all, label: 'All verdicts' },
  ...allVerdicts.map((verdict) => ({ value: verdict, label: verdicts[verdict].label })),
];

function Calls({ guildId }: { guildId: string }) {
  const { manages } = useRights();
  const { filter, show, open, setOpen } = useCallAddress(guildId);
  const list = useInfiniteQuery(storeCallsQuery(guildId, filter));
  const calls = list.data?.pages.flatMap((page) => page.calls);
  const isFiltered = filter.provider !== undefined || filter.verdict !== undefined;

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3 ">
        <First>
          <Select
            aria-label="Store"
            value={filter.provider ?? all}
            onChange={(store) => show({ store })}
            options={storeOptions}
            className="w-56 max-sm:flex-1"
          />
        </First>
        <Select
          aria-label="Verdict"
          value={filter.verdict ?? all}
          onChange={(verdict) => show({ verdict })}
          options={verdictOptions}
          className="w-44 max-sm:flex-1"
        />
      </div>
      <section
        aria-label="Store calls"
        aria-busy={list.isFetching}
        className={`card overflow-hidden ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {calls ? (
          calls.length > 0 ? (
            <ul className="divide-y divide-line">
              {calls.map((call) => (
                <CallRow key={call.id} call={call} onOpen={() => setOpen(call.id)} />
              ))}
            </ul>
          ) : isFiltered ? (
            <Empty icon={SearchX} title="No matching calls">
              <Button onClick={() => show({ store: all, verdict: all })}>Clear filters</Button>
            </Empty>
          ) : (
            <Empty
              icon={Inbox}
              title="No calls yet"
              text="Everything that your stores send appears here as it comes in"
            >
              {manages && (
                <ButtonLink to={{ pathname: paths.stores, search: `?guild=${guildId}` }}>
                  Set up a store
                </ButtonLink>
              )}
            </Empty>
          )
        ) : list.isError ? (
          <Failed
            title="The inbox could not be loaded"
            error={list.error}
            onRetry={list.refetch}
            busy={list.isFetching}
          />
        ) : (
          <SkeletonRows rows={6} tile />
        )}
        <LoadMore list={list} asked={JSON.stringify(filter)} count={calls?.length} noun="call" />
      </section>
      {open && <CallDialog key={open} guildId={guildId} id={open} onClosed={() => setOpen(undefined)} />}
    </div>
  );
}
