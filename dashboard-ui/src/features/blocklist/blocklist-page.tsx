import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, Network, SearchX, Server, ShieldCheck, Trash2, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { ApiError, errorMessage } from '../../api/client';
import { fold } from '../../shared/fold';
import { formatDateTime } from '../../shared/format/date';
import { formatNumber } from '../../shared/format/number';
import { longestBlockNote } from '../../shared/limits.gen';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Empty, Failed } from '../../ui/empty';
import { Field } from '../../ui/field';
import { Input, SearchInput } from '../../ui/input';
import { LeaveGuard } from '../../ui/leave-guard';
import { Page } from '../../ui/page';
import { sayFailure } from '../../ui/say-failure';
import { CardFooter, FormError, Section } from '../../ui/section';
import { Select, type Option } from '../../ui/select';
import { SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { useCarryOut } from '../../ui/use-carry-out';
import { useSayFound } from '../../ui/use-say-found';
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival';
import { addBlock, blocklistQuery, removeBlock, type Block, type BlockKind } from './queries';

const looks: Record<BlockKind, { label: string; icon: LucideIcon; example: string }> = {
  email: { label: 'Email', icon: Mail, example: 'someone@example.com' },
  guild: { label: 'Server', icon: Server, example: 'Server ID, 17 to 20 digits' },
  address: { label: 'IP address', icon: Network, example: '203.0.113.9 or 203.0.113.0/24' },
};
const kinds = Object.entries(looks).map(([value, { label }]): Option<BlockKind> => ({
  value: value as BlockKind,
  label,
}));

const entries = (count: number) => (count === 1 ? '1 entry' : `${formatNumber(count)} entries`);

/** How many rows are drawn at once. A list may have thousands, but can be searched. */
const drawn = 100;

export function BlocklistPage() {
  const { data: blocks, isError, error, refetch, isFetching } = useQuery(blocklistQuery);
  const [search, setSearch] = useState('');
  const [removing, setRemoving] = useState<Block>();
  const carryOut = useCarryOut('blocklist');
  const wanted = fold(search.trim());
  const found = blocks?.filter(({ value, note }) => fold(`${value} ${note ?? ''}`).includes(wanted)) ?? [];
  useSayFound({ asked: wanted, count: Math.min(found.length, drawn), noun: 'entry', many: 'entries' });

  return (
    <Page title="Blocklist">
      <Section
        title="Block somebody"
        hint="A redeem that meets an entry is refused, and its key stays unspent. The customer is asked to contact you."
      >
        <BlockForm />
      </Section>
      <Section title="Blocklist" hint="For all of your storefronts, on the web and in chat.">
        <div aria-busy={!blocks && !isError} className="card min-w-0 overflow-hidden">
          {blocks ? (
            blocks.length === 0 ? (
              <Empty icon={ShieldCheck} title="Nobody is blocked" text="Everyone with a key can redeem it" />
            ) : (
              <>
                {(blocks.length > 5 || search !== '') && (
                  <div className="border-b border-line px-5 py-3 max-sm:px-4">
                    <SearchInput
                      aria-label="Search the blocklist"
                      placeholder="Search the blocklist…"
                      value={search}
                      onChange={(event) => setSearch(event.target.value)}
                    />
                  </div>
                )}
                {found.length > 0 ? (
                  <ul className="divide-y divide-line">
                    {found.slice(0, drawn).map((block) => (
                      <BlockRow key={block.id} block={block} onRemove={() => setRemoving(block)} />
                    ))}
                  </ul>
                ) : (
                  <Empty icon={SearchX} title="No matching entries">
                    <Button onClick={() => setSearch('')}>Clear</Button>
                  </Empty>
                )}
                <CardFooter
                  fact={
                    found.length > drawn
                      ? `The first ${drawn} of ${entries(found.length)}: search for others`
                      : entries(found.length)
                  }
                />
              </>
            )
          ) : isError ? (
            <Failed
              title="Your blocklist could not be loaded"
              error={error}
              onRetry={refetch}
              busy={isFetching}
            />
          ) : (
            <SkeletonRows rows={3} tile mayBeEmpty />
          )}
        </div>
      </Section>
      {removing && (
        <ConfirmDialog
          title="Serve them again?"
          text={
            <>
              <span className="font-medium text-fg wrap-anywhere">{removing.value}</span> can redeem keys from
              now on.
            </>
          }
          confirmLabel="Remove"
          failure="Failed to remove the entry"
          onConfirm={() => carryOut(removeBlock(removing.id), 'Removed from the blocklist!')}
          onClosed={() => setRemoving(undefined)}
        />
      )}
    </Page>
  );
}

type BlockValues = { kind: BlockKind; value: string; note: string };

function BlockForm() {
  const queries = useQueryClient();
  const here = useRef<HTMLFormElement>(null);
  const { register, handleSubmit, control, formState, reset, setError, setFocus, getValues } =
    useForm<BlockValues>({ defaultValues: { kind: 'email', value: '', note: '' } });
  useFocusOnArrival(() => setFocus('value'));
  // What was wrong with the value as an email says nothing of it as an address.
  const { field: kind } = useController({ name: 'kind', control, rules: { deps: 'value' } });
  const { label, example } = looks[kind.value];
  const { errors, dirtyFields } = formState;

  const add = useMutation({
    mutationFn: ({ kind, value, note }: BlockValues) =>
      addBlock({ kind, value: value.trim(), note: note.trim() || null }),
    onSuccess(_, sent) {
      toast('Blocked!');
      const { kind, value, note } = getValues();
      // If the form has changed since, it holds the next entry and is kept.
      if (kind === sent.kind && value === sent.value && note === sent.note) {
        if (here.current?.contains(document.activeElement)) setFocus('value');
        reset({ kind, value: '', note: '' });
      }
      void queries.invalidateQueries({ queryKey: blocklistQuery.queryKey });
    },
    onError(error, sent) {
      const { kind, value } = getValues();
      // The other inputs cannot be invalid, so a 422 is about the value, unless the next one stands there by now.
      const isValue = error instanceof ApiError && error.status === 422;
      const badValue = isValue && kind === sent.kind && value === sent.value;
      const message = errorMessage(error, 'Failed to block');
      sayFailure(here, message, () =>
        setError(badValue ? 'value' : 'root', { message }, { shouldFocus: badValue }),
      );
    },
  });

  return (
    <form
      ref={here}
      noValidate
      aria-label="Block somebody"
      onSubmit={handleSubmit((values) => add.mutate(values))}
      className="card min-w-0"
    >
      <LeaveGuard
        dirty={Boolean(dirtyFields.value || dirtyFields.note)}
        text="The entry has not been added to your blocklist."
      />
      <div className="grid grid-cols-[160px_minmax(0,1fr)] gap-4 px-5 py-5 max-sm:grid-cols-1 max-sm:px-4">
        <Field label="What">
          {(field) => <Select {...field} value={kind.value} onChange={kind.onChange} options={kinds} />}
        </Field>
        <Field label={label} error={errors.value?.message}>
          {(field) => (
            <Input
              {...field}
              placeholder={example}
              {...register('value', { validate: (value) => value.trim() !== '' || 'Please fill this in' })}
            />
          )}
        </Field>
        <Field label="Note" optional hint="Only you see it." className="sm:col-span-2">
          {(field) => <Input {...field} maxLength={longestBlockNote} {...register('note')} />}
        </Field>
      </div>
      <CardFooter fact={errors.root && <FormError message={errors.root.message} />}>
        <Button type="submit" kind="primary" size="sm" busy={add.isPending}>
          Block
        </Button>
      </CardFooter>
    </form>
  );
}

function BlockRow({ block, onRemove }: { block: Block; onRemove: () => void }) {
  const { label, icon: Icon } = looks[block.kind];
  return (
    <li className="flex min-h-16.5 items-center gap-3.5 px-5 py-3 max-sm:gap-3 max-sm:px-4">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-s2 text-fg2">
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="font-medium wrap-anywhere">
          <span className="sr-only">{label} </span>
          {block.value}
        </p>
        <p className="text-small wrap-anywhere text-fg3">
          {block.note && (
            <span className="text-fg2">
              <bdi>{block.note}</bdi> ·{' '}
            </span>
          )}
          {formatDateTime(block.createdAt)}
        </p>
      </div>
      <IconButton
        label={`Remove ${block.value}`}
        icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
        onClick={onRemove}
      />
    </li>
  );
}
