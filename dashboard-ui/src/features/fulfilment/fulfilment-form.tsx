import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { errorMessage } from '../../api/client';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { First } from '../../ui/first';
import { Input } from '../../ui/input';
import { CardFooter, FormError } from '../../ui/section';
import { Select, type Option } from '../../ui/select';
import { toast } from '../../ui/toast';
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

type FulfilmentFormProps = {
  guildId: string;
  fulfilment: Fulfilment;
  onSecret: (secret: string) => void;
};

export function FulfilmentForm({ guildId, fulfilment, onSecret }: FulfilmentFormProps) {
  const queries = useQueryClient();
  const { control, register, handleSubmit, formState, reset } = useForm({
    values: { mode: fulfilment.mode, url: fulfilment.url ?? '' },
  });
  const mode = useWatch({ control, name: 'mode' });

  const save = useMutation({
    mutationFn: ({ mode, url }: { mode: Mode; url: string }) =>
      saveFulfilment(guildId, { mode, url: url.trim() === '' ? undefined : url.trim() }),
    onSuccess({ secret, ...saved }) {
      queries.setQueryData(fulfilmentQuery(guildId).queryKey, saved);
      reset({ mode: saved.mode, url: saved.url ?? '' });
      toast('Fulfilment saved!');
      if (secret) onSecret(secret);
    },
  });

  return (
    <form noValidate onSubmit={handleSubmit((typed) => save.mutate(typed))}>
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
        {(mode === 'webhook' || fulfilment.url) && (
          <Field
            label="Address of the service"
            hint="Anybody on the internet must be able to reach it, by https."
            error={formState.errors.url?.message}
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
                  validate: (url) =>
                    mode !== 'webhook' || url.trim() !== '' || 'Please enter the address of your service.',
                })}
              />
            )}
          </Field>
        )}
        <FormError message={save.error ? errorMessage(save.error, 'Failed to save fulfilment') : undefined} />
      </div>
      <CardFooter>
        <Button type="submit" kind="primary" size="sm" busy={save.isPending} disabled={!formState.isDirty}>
          Save
        </Button>
      </CardFooter>
    </form>
  );
}
