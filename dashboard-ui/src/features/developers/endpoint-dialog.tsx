import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError, errorMessage } from '../../api/client';
import { longestEndpointDescription } from '../../shared/limits.gen';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useModal } from '../../ui/modal';
import { sayFailure } from '../../ui/say-failure';
import { FormError } from '../../ui/section';
import { toast } from '../../ui/toast';
import { CheckList } from './check-list';
import { createEndpoint, endpointsQuery, updateEndpoint, type Endpoint } from './queries';
import { eventTypes } from './words';

type Values = { url: string; events: string[]; description: string };

type EndpointDialogProps = {
  /** The endpoint to change. Without it a new one is created. */
  endpoint?: Endpoint;
  onSecret?: (secret: string) => void;
  onClosed: () => void;
};

/** Edits an endpoint: its URL and the events it is sent. */
export function EndpointDialog({ endpoint, onSecret, onClosed }: EndpointDialogProps) {
  const modal = useModal(onClosed);
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: {
      url: endpoint?.url ?? '',
      events: endpoint?.events ?? eventTypes.map(({ value }) => value),
      description: endpoint?.description ?? '',
    },
  });
  const { errors } = formState;

  const save = useMutation({
    mutationFn: async (values: Values) => {
      if (endpoint) await updateEndpoint(endpoint.id, values);
      else return (await createEndpoint(values)).secret;
    },
    onSuccess(secret) {
      toast(secret ? 'Endpoint added!' : 'Endpoint saved!');
      void queries.invalidateQueries({ queryKey: endpointsQuery.queryKey });
      modal.close();
      if (secret) onSecret?.(secret);
    },
    onError(error) {
      // The other inputs cannot be invalid, so a 422 is about the URL.
      const badAddress = error instanceof ApiError && error.status === 422;
      const message = errorMessage(error, 'Failed to save the endpoint');
      sayFailure(modal.ref, message, () =>
        setError(badAddress ? 'url' : 'root', { message }, { shouldFocus: badAddress }),
      );
    },
  });

  return (
    <Dialog
      modal={modal}
      title={endpoint ? 'Change endpoint' : 'Add endpoint'}
      footer={
        <>
          <Button onClick={modal.close}>Cancel</Button>
          <Button type="submit" form="event-endpoint" kind="primary" busy={save.isPending}>
            {endpoint ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form
        id="event-endpoint"
        noValidate
        onSubmit={handleSubmit((values) => save.mutate(values))}
        className="flex flex-col gap-5"
      >
        <Field
          label="Address"
          hint="Begins with https:// and can be reached from the internet."
          error={errors.url?.message}
        >
          {(field) => (
            <Input
              {...field}
              data-autofocus
              type="url"
              placeholder="https://hooks.example.com/boostdesk"
              {...register('url', { validate: (url) => url.trim() !== '' || 'Please enter an address' })}
            />
          )}
        </Field>
        <CheckList
          legend="Events"
          choices={eventTypes}
          field={register('events', {
            validate: (events) => events.length > 0 || 'Please choose at least one event',
          })}
          error={errors.events?.message}
        />
        <Field label="Description" optional>
          {(field) => (
            <Input {...field} maxLength={longestEndpointDescription} {...register('description')} />
          )}
        </Field>
      </form>
      <FormError message={errors.root?.message} />
    </Dialog>
  );
}
