import { ArrowRight } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { orderStatusPage } from '../paths';
import { typedBefore } from '../typed-before';
import { Field } from '../ui/field';
import { findOrder } from './find-order';

/** Opens an order's page; an unknown order is refused here. */
export function OrderLookUp({ storefronts }: { storefronts: string[] }) {
  const id = useId();
  const [orderId, setOrderId] = useState(() => typedBefore('orderId'));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Focusing the field has brought only the field into view, and on a phone it is the last thing above the fold.
    if (error) form.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [error]);

  function refuse(message: string) {
    setError(message);
    form.current?.querySelector('input')?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = orderId.trim();
    if (busy) return;
    setError(undefined);
    if (typed === '') return refuse('Required');
    setBusy(true);
    const found = await findOrder(storefronts, typed);
    setBusy(false);
    if ('refusal' in found) return refuse(found.refusal);
    location.assign(orderStatusPage(found.guildId, found.orderId, true));
  }

  return (
    <section className="card front-order" aria-labelledby={id}>
      <h2 id={id}>Order Status</h2>
      <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Order ID"
          name="orderId"
          value={orderId}
          onChange={(value) => {
            setOrderId(value);
            setError(undefined);
          }}
          error={error}
          readOnly={busy}
          className="key-input"
          placeholder="Your redeem key"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <button
          type="submit"
          className="button button-secondary"
          aria-label="View Order Status"
          aria-busy={busy}
          aria-disabled={busy}
        >
          <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </form>
    </section>
  );
}
