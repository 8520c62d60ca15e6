import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Sparkles, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { longestStoreSecret, mostStoreSecrets, shortestStoreSecret } from '../../shared/limits.gen';
import { Age } from '../../ui/age';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { SecretInput } from '../../ui/input';
import { sayFailure } from '../../ui/say-failure';
import { ShownOnceDialog } from '../../ui/shown-once-dialog';
import { toast } from '../../ui/toast';
import { useCarryOut } from '../../ui/use-carry-out';
import { useQueue } from '../../ui/use-queue';
import { useRights } from '../members/use-rights';
import { addStoreSecret, removeStoreSecret, type StoreConnection, type StoreSecret } from './queries';
import { storeFacts } from './store-facts';

/** Two secrets can be active, so that one can be replaced while the other is still in use. */
export function Secrets({ guildId, store }: { guildId: string; store: StoreConnection }) {
  const [removing, setRemoving] = useState<StoreSecret>();
  const { owns } = useRights();
  const carryOut = useCarryOut('stores');
  // Kept here, because with a second secret the form below is unmounted.
  const made = useQueue<string>('Make another secret and remove this one: it was not shown.');
  const { secrets } = store;
  return (
    <>
      {secrets.length > 0 && (
        <ul aria-label="Secrets" className="divide-y divide-line rounded-control border border-line">
          {secrets.map((secret) => (
            <li key={secret.id} className="flex min-h-12 items-center gap-3 py-1.5 pr-1.5 pl-3.5">
              <KeyRound aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg3" />
              <span className="mono">••••{secret.hint}</span>
              <span className="min-w-0 flex-1 text-small text-fg3">
                {secret.lastUsedAt ? (
                  <>
                    Used <Age time={secret.lastUsedAt} />
                  </>
                ) : (
                  'Never used'
                )}
              </span>
              {owns && (
                <IconButton
                  label={`Remove secret ${secret.hint}`}
                  icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
                  onClick={() => setRemoving(secret)}
                  className="enabled:hover:text-red!"
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!owns ? (
        <p className="text-small text-pretty text-fg2">Only the seller changes secrets.</p>
      ) : secrets.length < mostStoreSecrets ? (
        <AddSecret guildId={guildId} store={store} onMade={made.add} />
      ) : (
        <p className="text-small text-pretty text-fg2">
          Both secrets are accepted. Once the store signs with the new one, remove the old one.
        </p>
      )}
      {made.first && (
        <ShownOnceDialog
          key={made.first}
          title="Your new secret"
          text="Paste it where your store asks for its signing secret. It is not shown again."
          secret={made.first}
          said="Secret copied!"
          onClosed={made.dropFirst}
        />
      )}
      {removing && (
        // Keyed, because another one may be chosen while this one's dialog is still fading out.
        <ConfirmDialog
          key={removing.id}
          title="Remove this secret?"
          text={
            secrets.length > 1
              ? 'Calls that are signed with it are refused from now on.'
              : 'It is the only one: the store is disconnected, and its calls are refused.'
          }
          confirmLabel="Yes, remove"
          failure="Failed to remove the secret"
          onConfirm={() =>
            carryOut(removeStoreSecret(guildId, store.provider, removing.id), 'Secret removed!')
          }
          onClosed={() => setRemoving((shown) => (shown === removing ? undefined : shown))}
        />
      )}
    </>
  );
}

type AddSecretProps = {
  guildId: string;
  store: StoreConnection;
  /** Called with the secret that was generated. */
  onMade: (secret: string) => void;
};

function AddSecret({ guildId, store, onMade }: AddSecretProps) {
  const queries = useQueryClient();
  const { provider, secrets } = store;
  const here = useRef<HTMLFormElement>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm({ defaultValues: { secret: '' } });
  const add = useMutation({
    mutationFn: (secret?: string) => addStoreSecret(guildId, provider, secret),
    onSuccess(answer, typed) {
      reset();
      if (typed === undefined) onMade(answer.secret);
      else toast('Secret added!');
      makeStale(queries, 'stores');
    },
    onError(error) {
      const message = errorMessage(error, 'Failed to add the secret');
      sayFailure(here, message, () => setError('secret', { message }, { shouldFocus: true }));
    },
  });
  return (
    <form
      ref={here}
      noValidate
      // Surrounding whitespace usually comes from copying, and would be part of the secret.
      onSubmit={handleSubmit(({ secret }) => add.mutate(secret.trim()))}
      className="flex flex-col items-start gap-2.5"
    >
      <Field
        label={secrets.length > 0 ? 'Second secret' : 'Secret'}
        hint={storeFacts[provider].secret}
        error={formState.errors.secret?.message}
        className="w-full max-w-120"
      >
        {(field) => (
          <SecretInput
            {...field}
            showLabel="Show secret"
            hideLabel="Hide secret"
            maxLength={longestStoreSecret}
            {...register('secret', {
              validate: (secret) =>
                secret.trim().length >= shortestStoreSecret ||
                `A secret has at least ${shortestStoreSecret} characters`,
            })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          busy={add.isPending}
          icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
        >
          Add secret
        </Button>
        <Button
          kind="ghost"
          size="sm"
          busy={add.isPending}
          icon={<Sparkles aria-hidden size={16} strokeWidth={1.75} />}
          onClick={() => add.mutate(undefined)}
        >
          Make one for me
        </Button>
      </div>
    </form>
  );
}
