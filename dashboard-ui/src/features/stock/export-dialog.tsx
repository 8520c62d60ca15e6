import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import { toast } from '../../ui/toast';
import { exportStock, stockQuery } from './queries';
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
  const count = typedNumber(useWatch({ control, name: 'count' }));
  const valid = Number.isInteger(count) && count >= 1 && count <= most;

  const take = useMutation({
    // Sent again after a lost answer, the server returns the same tokens.
    mutationFn: (count: number) => exportStock(guildId, stock, count, `${once}-${count}`),
    onSuccess({ tokens }) {
      onTaken({ stock, tokens });
      onClosed();
      void queries.invalidateQueries({ queryKey: stockQuery(guildId).queryKey });
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to export stock')),
  });

  return (
    <Dialog
      modal={modal}
      // A running export cannot be cancelled, and asking again in a new dialog would take out more.
      persistent={take.isPending}
      title={`Export ${stockName(stock)}`}
      footer={
        <>
          <Button disabled={take.isPending} onClick={modal.close}>
            Cancel
          </Button>
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
      </form>
    </Dialog>
  );
}
