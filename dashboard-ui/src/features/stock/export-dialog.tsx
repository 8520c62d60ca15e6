import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorMessage } from '../../api/client';
import { randomId } from '../../shared/random-id';
import { formatCount, formatNumber } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { typedNumber } from '../../shared/typed-number';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useModal } from '../../ui/modal';
import { ProgressBar } from '../../ui/progress-bar';
import { toast } from '../../ui/toast';
import { exportsQuery, exportStock, stockQuery } from './queries';
import type { Taken } from './taken-dialog';

type ExportDialogProps = {
  guildId: string;
  stock: string;
  available: number;
  onTaken: (taken: Taken) => void;
  onClosed: () => void;
};

/** Takes tokens out of stock, after asking how many. */
export function ExportDialog({ guildId, stock, available, onTaken, onClosed }: ExportDialogProps) {
  const modal = useModal(onClosed);
  const queries = useQueryClient();
  // Kept from when the dialog opened: a sale in between must not change the question.
  const [most] = useState(available);
  const { register, handleSubmit, control, formState } = useForm({ defaultValues: { count: String(most) } });
  const [once] = useState(randomId);
  const [stopping] = useState(() => new AbortController());
  const done = useDone(guildId, stock);
  const count = typedNumber(useWatch({ control, name: 'count' }));
  const valid = Number.isInteger(count) && count >= 1 && count <= most;

  const take = useMutation({
    // Sent again after a lost answer, the server returns the same tokens.
    mutationFn: (count: number) => exportStock(guildId, stock, count, `${once}-${count}`, stopping.signal),
    onSuccess({ tokens }) {
      onTaken({ stock, tokens });
      onClosed();
    },
    onError(error) {
      if (stopping.signal.aborted) toast('Stopped: what was taken out is under Recent exports');
      else toast.error(errorMessage(error, 'Failed to export stock'));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: stockQuery(guildId).queryKey }),
  });

  function stop() {
    stopping.abort();
    modal.close();
  }

  return (
    <Dialog
      modal={modal}
      // A running export is ended by its own button only: asking again in a new dialog would take out more.
      persistent={take.isPending}
      title={`Export ${stockName(stock)}`}
      footer={
        <>
          <Button onClick={take.isPending ? stop : modal.close}>{take.isPending ? 'Stop' : 'Cancel'}</Button>
          <Button type="submit" form="export-stock" kind="primary" busy={take.isPending}>
            {valid ? `Take out ${formatCount(count, 'token')}` : 'Take out'}
          </Button>
        </>
      }
    >
      <form
        id="export-stock"
        noValidate
        onSubmit={handleSubmit(({ count }) => take.mutate(typedNumber(count)))}
        className="flex flex-col gap-4"
      >
        <Field
          label="How many"
          hint={`${formatNumber(most)} available`}
          error={formState.errors.count?.message}
        >
          {(field) => (
            <Input
              {...field}
              data-autofocus
              inputMode="numeric"
              {...register('count', {
                validate: () => valid || `Please enter a number from 1 to ${formatNumber(most)}`,
              })}
            />
          )}
        </Field>
        <p className="text-small text-pretty text-fg2">
          {valid ? formatCount(count, 'token') : 'The tokens'} will leave your stock and are no longer sold.
          For 24 hours they can be read again here.
        </p>
        {take.isPending && done !== undefined && <Progress done={done} of={take.variables} />}
      </form>
    </Dialog>
  );
}

/** How much the export has taken out that began after the dialog had opened. Live updates keep the list of exports fresh. */
function useDone(guildId: string, stock: string): number | undefined {
  const { data } = useQuery(exportsQuery(guildId, stock));
  const [before] = useState(data);
  return before && data?.find(({ id }) => before.every((one) => one.id !== id))?.count;
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar percent={(100 * done) / of} colour="blue" label="Taken out" />
      <p className="text-small text-fg2 tabular-nums">
        {formatNumber(done)} of {formatNumber(of)}
      </p>
    </div>
  );
}
