import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useController, useForm } from 'react-hook-form';
import { errorMessage } from '../../api/client';
import { longestApiKeyName } from '../../shared/limits.gen';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useModal } from '../../ui/modal';
import { sayFailure } from '../../ui/say-failure';
import { FormError } from '../../ui/section';
import { Select, type Option } from '../../ui/select';
import { CheckList } from './check-list';
import { apiKeysQuery, createApiKey } from './queries';
import { scopes } from './words';

type Life = 'never' | '30' | '90' | '365';
type Values = { name: string; scopes: string[]; life: Life };

const lives: Option<Life>[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

const dayMs = 24 * 60 * 60 * 1000;

const saying = (error: Error) => errorMessage(error, 'Failed to create the API key');

type CreateApiKeyDialogProps = { onCreated: (key: string) => void; onClosed: () => void };

export function CreateApiKeyDialog({ onCreated, onClosed }: CreateApiKeyDialogProps) {
  const modal = useModal(onClosed);
  const queries = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: { name: '', scopes: ['read'], life: 'never' },
  });
  const { field: life } = useController({ name: 'life', control });
  const { errors } = formState;

  const create = useMutation({
    mutationFn: ({ name, scopes, life }: Values) => {
      const expiresAt = life === 'never' ? null : new Date(Date.now() + Number(life) * dayMs).toISOString();
      return createApiKey({ name, scopes, expiresAt });
    },
    onSuccess(answer) {
      onCreated(answer.key);
      modal.close();
      void queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
    onError: (error) => sayFailure(modal.ref, saying(error)),
  });

  return (
    <Dialog
      modal={modal}
      title="Create API key"
      footer={
        <>
          <Button onClick={modal.close}>Cancel</Button>
          <Button type="submit" form="create-api-key" kind="primary" busy={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form
        id="create-api-key"
        noValidate
        onSubmit={handleSubmit((values) => create.mutate(values))}
        className="flex flex-col gap-5"
      >
        <Field label="Name" hint="What calls with it" error={errors.name?.message}>
          {(field) => (
            <Input
              {...field}
              data-autofocus
              maxLength={longestApiKeyName}
              {...register('name', { validate: (name) => name.trim() !== '' || 'Please enter a name' })}
            />
          )}
        </Field>
        <CheckList
          legend="Scopes"
          choices={scopes}
          field={register('scopes', {
            validate: (scopes) => scopes.length > 0 || 'Please choose at least one scope',
          })}
          error={errors.scopes?.message}
        />
        <Field label="Expires">
          {(field) => <Select {...field} value={life.value} onChange={life.onChange} options={lives} />}
        </Field>
      </form>
      <FormError message={create.error ? saying(create.error) : undefined} />
    </Dialog>
  );
}
