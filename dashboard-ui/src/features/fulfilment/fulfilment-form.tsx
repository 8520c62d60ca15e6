import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ApiError, errorMessage } from '../../api/client';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { First } from '../../ui/first';
import { Input } from '../../ui/input';
import { LeaveGuard } from '../../ui/leave-guard';
import { sayFailure } from '../../ui/say-failure';
import { CardFooter, FormError } from '../../ui/section';
import { Select, type Option } from '../../ui/select';
import { takeSaved } from '../../ui/take-saved';
import { toast } from '../../ui/toast';
import { KeepUnsent, useUnsentForm } from '../auth/unsent-form';
import { leavesStorefront } from '../storefront/leaves-storefront';
import { fulfilmentQuery, saveFulfilment, type Fulfilment, type Mode } from './queries';

const modes: Option<Mode>[] = [
  { value: 'default', label: 'As this server does' },
  { value: 'manual', label: 'By hand' },
  { value: 'webhook', label: 'By a service of yours' },
];

const says: Record<Mode, string> = {
  default: 'The operator of this server decided who delivers.',
  manual: 'Orders wait for you: mark their tokens in the order, or with /deliver.',
  webhook: 'Each order is posted, signed, to the address below.',
};

const moving =
  'Orders under way go on at the new address. Move what the service has written down of them along: without that it would try their tokens a second time.';

type Values = { mode: Mode; url: string };

const toValues = ({ mode, url }: Pick<Fulfilment, 'mode' | 'url'>): Values => ({ mode, url: url ?? '' });

type FulfilmentFormProps = {
  guildId: string;
  fulfilment: Fulfilment;
  onSecret: (secret: string) => void;
};

export function FulfilmentForm({ guildId, fulfilment, onSecret }: FulfilmentFormProps) {
  const queries = useQueryClient();
  const here = useRef<HTMLFormElement>(null);
  const given = toValues(fulfilment);
  const form = useForm<Values>({
    // New values from elsewhere come in, and what is being typed stays.
    values: given,
    resetOptions: { keepDirtyValues: true },
  });
  const { control, register, handleSubmit, formState, setError } = form;
  const { errors, isDirty } = formState;
  const unsent = `fulfilment ${guildId}`;
  useUnsentForm(unsent, form);
  const [mode, url] = useWatch({ control, name: ['mode', 'url'] });
  const showsUrl = mode === 'webhook' || Boolean(fulfilment.url);
  const isMoving = Boolean(fulfilment.url && url.trim() && url.trim() !== fulfilment.url);

  const save = useMutation({
    mutationFn: ({ sent: { mode, url } }: { sent: Values; before: Values }) =>
      // An address that was typed for another mode is out of sight, and not asked for any more.
      saveFulfilment(guildId, { mode, url: (showsUrl && url.trim()) || undefined }),
    onSuccess({ secret, ...saved }, { sent, before }) {
      queries.setQueryData(fulfilmentQuery(guildId).queryKey, saved);
      takeSaved(form, { before, now: given, sent, saved: toValues(saved) });
      toast('Fulfilment saved!');
      if (secret) onSecret(secret);
    },
    onError(error) {
      const message = errorMessage(error, 'Failed to save fulfilment');
      const badAddress = showsUrl && error instanceof ApiError && error.status === 422;
      sayFailure(here, message, () =>
        setError(badAddress ? 'url' : 'root', { message }, { shouldFocus: badAddress }),
      );
    },
  });

  return (
    <form ref={here} noValidate onSubmit={handleSubmit((sent) => save.mutate({ sent, before: given }))}>
      <KeepUnsent name={unsent} control={control} />
      <LeaveGuard
        dirty={isDirty}
        text="Your changes are not saved yet. When you leave this screen they are lost."
        leaves={leavesStorefront}
      />
      <div className="flex flex-col gap-4.5 px-5 py-4.5 max-sm:px-4">
        <First>
          <Field label="Orders are delivered" hint={says[mode]}>
            {(field) => (
              <Controller
                control={control}
                name="mode"
                render={({ field: { value, onChange } }) => (
                  <Select
                    {...field}
                    value={value}
                    onChange={onChange}
                    options={modes}
                    className="sm:max-w-80"
                  />
                )}
              />
            )}
          </Field>
        </First>
        {showsUrl && (
          <Field
            label="Address of the service"
            hint={isMoving ? moving : 'Anybody on the internet must be able to reach it, by https.'}
            error={errors.url?.message}
          >
            {(field) => (
              <Input
                {...field}
                mono
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://shop.example.com/fulfil"
                {...register('url', {
                  validate: (typed) => {
                    if (typed.trim() !== '') return true;
                    if (fulfilment.url) return 'The address can be changed, but not removed.';
                    return mode !== 'webhook' || 'Please enter the address of your service.';
                  },
                })}
              />
            )}
          </Field>
        )}
        <FormError message={errors.root?.message} />
      </div>
      <CardFooter>
        <Button type="submit" kind="primary" size="sm" busy={save.isPending} disabled={!isDirty}>
          Save
        </Button>
      </CardFooter>
    </form>
  );
}
