import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { formatCount } from '../../shared/format/number';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { OnlyHere } from '../../ui/only-here';
import { CardFooter } from '../../ui/section';
import { toast } from '../../ui/toast';
import { ProductsForm } from './products-form';
import { setStoreEnabled, type StoreConnection } from './queries';
import { Secrets } from './secrets';
import { storeFacts } from './store-facts';
import { StoreMark } from './store-mark';
import { TestStore } from './test-store';

type StoreCardProps = { guildId: string; store: StoreConnection; open: boolean; onToggle: () => void };

export function StoreCard({ guildId, store, open, onToggle }: StoreCardProps) {
  const bodyId = useId();
  const facts = storeFacts[store.provider];
  return (
    <section aria-label={facts.title} className="card min-w-0 overflow-hidden">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={onToggle}
          className="hover-fast flex w-full cursor-pointer items-center gap-3.5 px-5 py-3.5 text-left -outline-offset-2 hover:bg-s2 max-sm:gap-3 max-sm:px-4"
        >
          <StoreMark provider={store.provider} />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-1 max-sm:gap-x-3">
            <span className="flex min-w-20 flex-1 flex-col">
              <span className="text-heading">{facts.title}</span>
              <span className="text-small font-normal text-fg2">{summary(store)}</span>
            </span>
            <Badge status={stateOf(store)} />
          </span>
          <ChevronRight
            aria-hidden
            size={18}
            strokeWidth={1.75}
            className={`shrink-0 text-fg3 transition-transform duration-(--t-hover) ${open ? 'rotate-90' : ''}`}
          />
        </button>
      </h2>
      <div id={bodyId} hidden={!open}>
        {open && <Setup guildId={guildId} store={store} />}
      </div>
    </section>
  );
}

/** The setup of a store, in the order in which a new seller goes through it. */
function Setup({ guildId, store }: { guildId: string; store: StoreConnection }) {
  const { provider, products, secrets, url } = store;
  const facts = storeFacts[provider];
  return (
    <>
      <ol className="divide-y divide-line border-t border-line">
        <Step number={1} title="Tell the store where to call" done={secrets.some((one) => one.lastUsedAt)}>
          <Address label="Address" url={url} />
          {facts.testAddress && <Address label="Test address" url={`${url}?test=1`} />}
          <OnlyHere address={url} />
          <ol className="flex list-decimal flex-col gap-1.5 pl-4.5 text-small text-pretty text-fg2 marker:text-fg3">
            {facts.steps.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
        </Step>
        <Step number={2} title="Add its secret" done={secrets.length > 0}>
          <Secrets guildId={guildId} store={store} />
        </Step>
        <Step number={3} title="Say which product gives which key" done={products.length > 0}>
          <ProductsForm guildId={guildId} store={store} />
        </Step>
        <Step number={4} title="Try it">
          <TestStore guildId={guildId} store={store} />
          <p className="text-small text-pretty text-fg2">{facts.text}</p>
        </Step>
      </ol>
      <CardFooter
        fact={
          store.enabled
            ? 'Purchases make keys.'
            : secrets.length > 0
              ? 'Calls are refused until you connect it.'
              : 'It can be connected once it has a secret.'
        }
      >
        <EnableButton guildId={guildId} store={store} />
      </CardFooter>
    </>
  );
}

type StepProps = { number: number; title: string; done?: boolean; children: ReactNode };

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 px-5 py-4.5 max-sm:gap-x-3 max-sm:px-4">
      <span
        aria-hidden
        className={`mt-px flex size-5.5 items-center justify-center rounded-full text-caption font-semibold tabular-nums ${done ? 'tint text-green' : 'bg-s3 text-fg2'}`}
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-col gap-3.5">
        <h3 className="font-medium">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <Field label={label}>
      {(field) => (
        <div className="flex gap-2">
          <Input {...field} readOnly mono value={url} onFocus={(event) => event.target.select()} />
          <CopyButton size={36} text={url} label={`Copy ${label.toLowerCase()}`} said="Address copied!" />
        </div>
      )}
    </Field>
  );
}

function EnableButton({ guildId, store }: { guildId: string; store: StoreConnection }) {
  const queries = useQueryClient();
  const { provider, enabled, secrets } = store;
  const change = useMutation({
    mutationFn: () => setStoreEnabled(guildId, provider, !enabled),
    onSuccess: () => toast(enabled ? 'Store disconnected!' : 'Store connected!'),
    onError: (error) => toast.error(errorMessage(error, 'Failed to change the store')),
    onSettled: () => makeStale(queries, 'stores'),
  });
  return (
    <Button
      kind={enabled ? 'secondary' : 'primary'}
      size="sm"
      busy={change.isPending}
      disabled={!enabled && secrets.length === 0}
      onClick={() => change.mutate()}
    >
      {enabled ? 'Disconnect' : 'Connect'}
    </Button>
  );
}

const stateOf = ({ enabled, secrets, products }: StoreConnection) =>
  enabled ? (products.length > 0 ? 'connected' : 'no products') : secrets.length > 0 ? 'off' : 'no secret';

function summary({ secrets, products, enabled }: StoreConnection) {
  if (secrets.length === 0 && products.length === 0) return 'Not set up yet';
  const mapped = formatCount(products.length, 'product');
  return `${mapped} · ${formatCount(secrets.length, 'secret')}${enabled ? '' : ' · calls are refused'}`;
}
