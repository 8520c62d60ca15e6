import { Gift, Link, Mail } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { asKept } from '../../shared/format/order-id';
import type { ToastKind, Toasts } from '../../shared/toasts';
import { orderStatusPage } from '../paths';
import type { RedeemValues } from '../types';
import { typedBefore } from '../typed-before';
import { Field } from '../ui/field';
import { PageTitle } from '../ui/page-title';
import { useKeptValues } from './kept-values';
import { keyInAddress, useKeyInAddress } from './key-in-address';
import { OptionalDetails } from './optional-details';
import { redeemOrder } from './redeem-order';
import {
  alreadyUsed,
  noValues,
  optionalFields,
  type Refusal,
  refusalOf,
  refusedBy,
  requiredFields,
  trimmed,
} from './redeem-values';

type RedeemFormProps = {
  guildId: string;
  toasts: Toasts;
  /** Called with the order's id, which is the key in its normal form. */
  onRedeemed: (orderId: string) => void;
  /** Called when a redeem starts and ends. The form has to stay mounted in between. */
  onBusy?: (busy: boolean) => void;
  plainPaths: boolean;
  /** The heading level of the form's title. */
  title?: 'h1' | 'h2';
};

export function RedeemForm({
  guildId,
  toasts,
  onRedeemed,
  onBusy,
  plainPaths,
  title = 'h1',
}: RedeemFormProps) {
  const [values, setValues] = useState(valuesAtStart);
  const [details, setDetails] = useState<'hidden' | 'shown'>('hidden');
  const [refused, setRefused] = useState<Refusal['fields']>({});
  const [unknown, setUnknown] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useKeptValues(guildId, values, (kept) => {
    // What was typed since, or came with a link, is newer.
    setValues((now) => ({
      ...kept,
      ...Object.fromEntries(Object.entries(now).filter(([, value]) => value)),
    }));
    if (optionalFields.some((field) => kept[field])) setDetails('shown');
  });
  useKeyInAddress((key) => set('redeemKey', key));

  /** Shows a toast that replaces the previous one about the redeem. */
  const say = (kind: ToastKind, message: string) => toasts.show(kind, message, 'redeem');

  function set(field: keyof RedeemValues, value: string) {
    setValues((now) => ({ ...now, [field]: value }));
    setRefused((now) => ({ ...now, [field]: undefined }));
  }

  function hideDetails() {
    setValues((now) => ({ ...now, ...Object.fromEntries(optionalFields.map((field) => [field, ''])) }));
    setDetails('hidden');
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const refusal = refusalOf(values);
    setRefused({});
    setUnknown(false);
    if (refusal) return refuse(refusal);
    const sent = trimmed(values);
    // While this waits, a link may bring the next key.
    setBusy(true);
    onBusy?.(true);
    say('loading', 'Redeeming your order...');
    const answer = await redeemOrder(guildId, sent);
    setBusy(false);
    onBusy?.(false);
    if (answer.status !== 'success') {
      setUnknown(answer.status === 'unknown');
      const refusal = refusedBy(answer.message);
      // Nothing is wrong with the next key.
      if (asKept(keyIn(form.current)) !== asKept(sent.redeemKey)) delete refusal.fields.redeemKey;
      return refuse(refusal);
    }
    say('success', answer.message);
    const redeemed = asKept(sent.redeemKey);
    setValues(({ redeemKey }) => (asKept(redeemKey) === redeemed ? noValues : { ...noValues, redeemKey }));
    setDetails('hidden');
    onRedeemed(redeemed);
  }

  /** Shows the reason, also at the fields that it is about, and focuses the first of them. */
  function refuse({ message, fields }: Refusal) {
    say('error', message);
    setRefused(fields);
    const first = requiredFields.find((field) => fields[field]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  function bind(field: keyof RedeemValues) {
    return {
      name: field,
      value: values[field],
      onChange: (value: string) => set(field, value),
      readOnly: busy,
      isSaid: true,
    };
  }

  return (
    <form
      ref={form}
      className="card redeem-card"
      // If it is submitted before the script runs, nothing is sent: a key must not end up in an address.
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <PageTitle icon={Gift} text="Redeem Your Order" level={title} />
      <div className="redeem-fields">
        <Field
          {...bind('redeemKey')}
          label="Redeem key"
          placeholder="Enter your key"
          error={refused.redeemKey}
          className="key-input"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        >
          {refused.redeemKey === alreadyUsed && (
            <a className="field-link" href={orderStatusPage(guildId, asKept(values.redeemKey), plainPaths)}>
              See this order&apos;s status
            </a>
          )}
        </Field>
        <Field
          {...bind('discordInvite')}
          label="Server invite"
          icon={Link}
          hint="For example discord.gg/lofi-lounge"
          error={refused.discordInvite}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          {...bind('email')}
          label="Email"
          icon={Mail}
          type="email"
          hint="So that the store can reach you about this order."
          error={refused.email}
          required
          autoComplete="email"
        />
        <OptionalDetails
          state={details}
          bind={bind}
          onShow={() => setDetails('shown')}
          onHide={hideDetails}
        />
      </div>
      {unknown && (
        <p id="redeem-unknown" className="redeem-unknown">
          It is not certain whether this went through. Press again with the same details: a key is never spent
          twice.
        </p>
      )}
      <button
        type="submit"
        className="button button-accent two-labels"
        aria-busy={busy}
        aria-disabled={busy}
        aria-describedby={unknown ? 'redeem-unknown' : undefined}
      >
        <span aria-hidden={busy}>Redeem Now</span>
        <span aria-hidden={!busy}>Redeeming...</span>
      </button>
      <p className="redeem-hint">Can&apos;t find your redeem key? Check your email &amp; invoice page.</p>
    </form>
  );
}

function keyIn(form: HTMLFormElement | null): string {
  return form?.querySelector<HTMLInputElement>('[name="redeemKey"]')?.value ?? '';
}

/** The key from the address, and what was typed before the script ran. */
function valuesAtStart(): RedeemValues {
  const typed = Object.fromEntries(requiredFields.map((field) => [field, typedBefore(field)]));
  const brought = typeof location === 'undefined' ? '' : keyInAddress(location.hash);
  return { ...noValues, ...typed, ...(brought && { redeemKey: brought }) };
}
