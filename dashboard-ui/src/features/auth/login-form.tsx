import { useForm } from 'react-hook-form';
import { canStoreSession } from '../../api/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { SecretInput } from '../../ui/input';
import { toast } from '../../ui/toast';
import { useLogin } from './use-login';

/** What the field says once the toast with the reason is gone. In other words, so that no sentence is on the screen twice. */
const atField = {
  missing: 'Required',
  refused: 'This code was not accepted',
  failed: 'Not signed in. Please try again.',
};

const needsStorage = "Signing in needs this browser's storage, which is blocked for this site.";

export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { login, busy } = useLogin(onSignedIn);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { accessCode: '' },
  });
  const said = formState.errors.accessCode?.message;

  async function submit({ accessCode }: { accessCode: string }) {
    const code = accessCode.trim();
    if (code === '') toast.error('Please enter your access code');
    // A session that is made nonetheless would be nobody's.
    else if (!canStoreSession()) return setFocus('accessCode');
    const failure = code === '' ? 'missing' : await login(code);
    if (failure) setError('accessCode', { message: atField[failure] }, { shouldFocus: true });
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="flex w-full flex-col gap-4">
      <Field
        label="Access code"
        error={said ?? (canStoreSession() ? undefined : needsStorage)}
        isSaid={said !== undefined}
      >
        {(control) => (
          <SecretInput
            {...control}
            {...register('accessCode')}
            size="lg"
            autoFocus
            autoComplete="current-password"
            autoCapitalize="off"
            spellCheck={false}
            showLabel="Show access code"
            hideLabel="Hide access code"
          />
        )}
      </Field>
      <Button kind="primary" size="lg" type="submit" busy={busy} busyLabel="Signing in..." className="w-full">
        Access Dashboard →
      </Button>
    </form>
  );
}
