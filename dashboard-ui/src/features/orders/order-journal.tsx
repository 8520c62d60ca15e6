import { History, NotebookPen } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { useKeepUntilSent, useUnsent } from '../auth/use-unsent';
import { useRights } from '../members/use-rights';
import { noteRule } from './note-rule';
import type { Order } from './order';
import type { AfterSale } from './use-after-sale';

/** The seller's notes on the order, and a field for a new one if the user may write. */
export function Notes({ order, afterSale }: { order: Order; afterSale: AfterSale }) {
  const { packs } = useRights();
  if (order.notes.length === 0 && !packs) return null;
  return (
    <section aria-labelledby="notes" className="flex flex-col gap-2.5">
      <h3 id="notes" className="flex items-center gap-2 font-medium">
        <NotebookPen aria-hidden size={16} strokeWidth={1.75} className="text-fg2" />
        Notes
      </h3>
      {order.notes.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line bg-bg">
          {order.notes.map(({ at, by, text }, place) => (
            <li key={place} className="px-3 py-2">
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
              <p className="text-small text-fg3">
                <bdi>{by}</bdi>, <Age time={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {packs && <NewNote key={order.orderId} orderId={order.orderId} afterSale={afterSale} />}
    </section>
  );
}

function NewNote({ orderId, afterSale }: { orderId: string; afterSale: AfterSale }) {
  const name = `note on ${orderId}`;
  const { register, handleSubmit, getValues, reset, control, formState } = useForm({
    defaultValues: { text: useUnsent<string>(name) ?? '' },
  });
  const dropUnlessItFails = useKeepUntilSent(name, useWatch({ control, name: 'text' }) || undefined);

  const add = (typed: string) =>
    afterSale.addNote(typed.trim(), async (sending) => {
      await dropUnlessItFails(sending);
      if (getValues('text') === typed) reset({ text: '' });
    });

  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ text }) => add(text))}
      className="flex flex-col gap-2 print:hidden"
    >
      <Field label="New note" error={formState.errors.text?.message}>
        {(field) => (
          <Textarea {...field} rows={2} className="min-h-16!" {...register('text', { validate: noteRule })} />
        )}
      </Field>
      <Button type="submit" size="sm" busy={afterSale.busy.includes('note')} className="self-end">
        Add Note
      </Button>
    </form>
  );
}

/** The history of the order, newest first. */
export function OrderHistory({ order }: { order: Order }) {
  if (order.history.length === 0) return null;
  return (
    <section aria-labelledby="history" className="flex flex-col gap-2.5">
      <h3 id="history" className="flex items-center gap-2 font-medium">
        <History aria-hidden size={16} strokeWidth={1.75} className="text-fg2" />
        History
      </h3>
      <ol
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        aria-labelledby="history"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line bg-bg -outline-offset-2"
      >
        {order.history.toReversed().map(({ at, by, what }, place) => (
          <li key={place} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2">
            <span className="wrap-anywhere">{what}</span>
            <span className="text-small text-fg3">
              <bdi>{by}</bdi>, <Age time={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
