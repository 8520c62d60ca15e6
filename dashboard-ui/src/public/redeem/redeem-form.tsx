import { Gift, Link, Mail } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ToastKind, Toasts } from '../../shared/toasts';
import type { RedeemValues } from '../types';
import { Field } from '../ui/field';
import { PageTitle } from '../ui/page-title';
import { OptionalDetails } from './optional-details';
import { redeemOrder } from './redeem-order';
import { noValues, optionalFields, type Refusal, refusalOf, requiredFields, trimmed } from './redeem-values';

type RedeemFormProps = {
  guildId: string;
  toasts: Toasts;
  onRedeemed: (key: string) => void;
  /** Of its title. */
  title?: 'h1' | 'h2';
};

export function RedeemForm({ guildId, toasts, onRedeemed, title = 'h1' }: RedeemFormProps) {
  const [values, setValues] = useState(noValues);
  const [details, setDetails] = useState<'hidden' | 'shown'>('hidden');
  const [refused, setRefused] = useState<Refusal['fields']>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  /** News about the redeem takes the place of what was said before. */
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
    setRefused(refusal?.fields ?? {});
    if (refusal) {
      say('error', refusal.message);
      const first = requiredFields.find((field) => refusal.fields[field]);
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const sent = trimmed(values);
    setBusy(true);
    say('loading', 'Redeeming your order...');
    const answer = await redeemOrder(guildId, sent);
    setBusy(false);
    say(answer.status, answer.message);
    if (answer.status !== 'success') return;
    setValues(noValues);
    setDetails('hidden');
    onRedeemed(sent.redeemKey);
  }

  function bind(field: keyof RedeemValues) {
    return {
      name: field,
      value: values[field],
      onChange: (value: string) => set(field, value),
      readOnly: busy,
    };
  }

  return (
    <form ref={form} className="card redeem-card" noValidate onSubmit={(event) => void submit(event)}>
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
        />
        <Field
          {...bind('discordInvite')}
          label="Server invite"
          icon={Link}
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
      <button type="submit" className="button button-accent two-labels" aria-busy={busy} aria-disabled={busy}>
        <span aria-hidden={busy}>Redeem Now</span>
        <span aria-hidden={!busy}>Redeeming...</span>
      </button>
      <p className="redeem-hint">Can&apos;t find your redeem key? Check your email &amp; invoice page.</p>
    </form>
  );
}
