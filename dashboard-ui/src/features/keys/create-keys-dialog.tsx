import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Location } from 'react-router';
import { errorMessage } from '../../api/client';
import { formatCount, formatNumber } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { amounts } from '../../shared/is-amount';
import { longestKeyNote } from '../../shared/limits.gen';
import { randomId } from '../../shared/random-id';
import { typedNumber } from '../../shared/typed-number';
import { Button } from '../../ui/button';
import { CopyBlock } from '../../ui/copy-block';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { LeaveGuard } from '../../ui/leave-guard';
import { useModal, type Modal } from '../../ui/modal';
import { isSeen, sayFailure } from '../../ui/say-failure';
import { FormError } from '../../ui/section';
import { Select } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { stockQuery } from '../stock/queries';
import { stockOptions, type StockType } from '../stock/stock-types';
import { leavesStorefront } from '../storefront/leaves-storefront';
import { amountRule, counts, countRule, tokensNeeded } from './key-rules';
import { allKeys, createKeys } from './queries';

type KeyValues = { stock: StockType; amount: string; count: string; note: string };

type CreateKeysDialogProps = { guildId: string; onClosed: () => void };

/** Creates keys, then shows them for copying. It is one dialog throughout, so that the focus goes back to its opener. */
export function CreateKeysDialog({ guildId, onClosed }: CreateKeysDialogProps) {
  const modal = useModal(onClosed);
  const create = useCreateKeys(guildId, modal);
  const form = useForm<KeyValues>({
    defaultValues: { stock: 'OneMonthTokens.txt', amount: '14', count: '1', note: '' },
  });
  const { isDirty } = form.formState;
  const keys = create.data?.keys;
  return (
    <>
      {keys ? (
        <Dialog
          modal={modal}
          title={keys.length === 1 ? 'Key created' : `${formatNumber(keys.length)} keys created`}
          subtitle="Each can be redeemed once. Whoever has a key can redeem it."
          footer={<Button onClick={modal.close}>Done</Button>}
        >
          <Created keys={keys} />
        </Dialog>
      ) : (
        <Dialog
          modal={modal}
          title="Create keys"
          footer={
            <>
              <Button onClick={modal.close}>Cancel</Button>
              <Button type="submit" form="create-keys" kind="primary" busy={create.isPending}>
                Create
              </Button>
            </>
          }
        >
          <CreateForm guildId={guildId} form={form} create={create} />
        </Dialog>
      )}
      {/* Once the dialog was closed by hand, the input is meant to go. */}
      <LeaveGuard
        dirty={isDirty && !keys}
        text="The keys have not been created."
        leaves={(from, to) => modal.ref.current?.open === true && leavesDialog(from, to)}
      />
    </>
  );
}

const leavesDialog = (from: Location, to: Location) =>
  leavesStorefront(from, to) || createIn(from) !== createIn(to);

const createIn = ({ search }: Location) => new URLSearchParams(search).get('create');

const saying = (error: Error) => errorMessage(error, 'Failed to create keys');

/** If the dialog was closed in the meantime, a toast reports the result. */
function useCreateKeys(guildId: string, { ref }: Modal) {
  const queries = useQueryClient();
  const onceFor = useOnce();
  return useMutation({
    mutationFn({ stock, amount, count, note }: KeyValues) {
      const body = {
        stock,
        amount: typedNumber(amount),
        count: typedNumber(count),
        note: note.trim() || null,
      };
      return createKeys(guildId, body, onceFor(JSON.stringify(body)));
    },
    onSuccess({ keys }) {
      if (!isSeen(ref)) toast(`${formatCount(keys.length, 'key')} created!`);
      void queries.invalidateQueries({ queryKey: allKeys(guildId) });
    },
    onError: (error) => sayFailure(ref, saying(error)),
  });
}

/** The button that created the keys is gone, so the focus moves here. */
function Created({ keys }: { keys: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  return (
    <div ref={box}>
      <CopyBlock label="Created keys" lines={keys} fileName="keys.txt" />
    </div>
  );
}

type CreateFormProps = {
  guildId: string;
  form: UseFormReturn<KeyValues>;
  create: ReturnType<typeof useCreateKeys>;
};

function CreateForm({ guildId, form, create }: CreateFormProps) {
  const { register, handleSubmit, control, formState } = form;
  const { field: stock } = useController({ name: 'stock', control });
  const { errors } = formState;

  return (
    <>
      <form
        id="create-keys"
        noValidate
        onSubmit={handleSubmit((values) => create.mutate(values))}
        className="grid grid-cols-2 gap-x-4 gap-y-5"
      >
        <Field label="Stock type" className="col-span-2">
          {(field) => (
            <Select {...field} value={stock.value} onChange={stock.onChange} options={stockOptions} />
          )}
        </Field>
        <Field label="Boosts a key" hint={`Even, ${amounts}`} error={errors.amount?.message}>
          {(field) => (
            <Input
              {...field}
              data-autofocus
              inputMode="numeric"
              {...register('amount', { validate: amountRule })}
            />
          )}
        </Field>
        <Field label="How many keys" hint={counts} error={errors.count?.message}>
          {(field) => (
            <Input {...field} inputMode="numeric" {...register('count', { validate: countRule })} />
          )}
        </Field>
        <Field label="Note" optional hint="Only you see it." className="col-span-2">
          {(field) => <Input {...field} maxLength={longestKeyNote} {...register('note')} />}
        </Field>
      </form>
      <StockNeeded guildId={guildId} control={control} />
      <FormError message={create.error ? saying(create.error) : undefined} />
    </>
  );
}

/** An idempotency id for each request: if the answer is lost, asking again creates nothing twice. */
function useOnce() {
  const asked = useRef({ what: '', once: '' });
  return (what: string) => {
    if (asked.current.what !== what) asked.current = { what, once: randomId() };
    return asked.current.once;
  };
}

/** How much stock redeeming all keys takes, compared to what is available. A key may be sold before its stock is in. */
function StockNeeded({
  guildId,
  control,
}: {
  guildId: string;
  control: UseFormReturn<KeyValues>['control'];
}) {
  const values = useWatch({ control });
  const { data: levels, isPending } = useQuery(stockQuery(guildId));
  const needed = tokensNeeded(values.amount ?? '', values.count ?? '');
  const available = levels?.find((level) => level.stock === values.stock)?.available;
  if (needed !== undefined && isPending) return <Skeleton className="h-10 rounded-control!" />;
  if (needed === undefined || available === undefined) return null;
  return (
    <p
      className={`rounded-control px-3.5 py-2.5 text-small text-pretty ${needed > available ? 'tint text-amber' : 'border border-line bg-s2 text-fg2'}`}
    >
      Redeeming {values.count === '1' ? 'it' : 'all of them'} takes {formatCount(needed, 'token')};{' '}
      {formatNumber(available)} {stockName(values.stock ?? '')} {available === 1 ? 'is' : 'are'} available.
    </p>
  );
}
