import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorMessage } from '../../api/client';
import { randomId } from '../../shared/random-id';
import { formatCount, formatNumber } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Button } from '../../ui/button';
import { CopyBlock } from '../../ui/copy-block';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useModal } from '../../ui/modal';
import { isSeen } from '../../ui/say-failure';
import { toast } from '../../ui/toast';
import { exportStock, stockQuery } from './queries';

type ExportDialogProps = { guildId: string; stock: string; available: number; onClosed: () => void };

/** Takes tokens out of stock and hands them over, after saying how many. */
export function ExportDialog({ guildId, stock, available, onClosed }: ExportDialogProps) {
  const modal = useModal(onClosed);
  const queries = useQueryClient();
  const [tokens, setTokens] = useState<string[]>();
  // As it was when the dialog opened: a sale in between must not change what is asked.
  const [most] = useState(available);
  const { register, handleSubmit, control, formState } = useForm({ defaultValues: { count: String(most) } });
  const [once] = useState(randomId);
  const count = Number(useWatch({ control, name: 'count' }));
  const valid = Number.isInteger(count) && count >= 1 && count <= most;

  const take = useMutation({
    // Asked again after a lost answer, the server hands out the same ones.
    mutationFn: (count: number) => exportStock(guildId, stock, count, `${once}-${count}`),
    onSuccess({ tokens }) {
      setTokens(tokens);
      // The way back leads out of any dialog.
      if (!isSeen(modal.ref)) toast(`${formatCount(tokens.length, 'token')} taken out, see Recent exports`);
      void queries.invalidateQueries({ queryKey: stockQuery(guildId).queryKey });
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to export stock')),
  });

  if (tokens) {
    return (
      <Dialog
        key="done"
        modal={modal}
        persistent
        title={`${formatCount(tokens.length, 'token')} taken out`}
        subtitle={stockName(stock)}
        footer={<Button onClick={modal.close}>Done</Button>}
      >
        <p className="flex gap-2.5 rounded-control px-3.5 py-2.5 text-small text-pretty text-amber tint">
          <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
          Copy or download them: they can be read again here for 24 hours only.
        </p>
        <CopyBlock label="Exported tokens" lines={tokens} fileName={`export-${stock}`} />
      </Dialog>
    );
  }

  return (
    <Dialog
      modal={modal}
      // What is under way cannot be taken back, and whoever asks again takes out as many again.
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
        onSubmit={handleSubmit(({ count }) => take.mutate(Number(count)))}
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
