import { useEffect, useId, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { longestChatName } from '../../shared/limits.gen';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { cleanName } from './message';

type UsernameFormProps = {
  initial: string;
  onChoose: (name: string) => void;
  className: string;
  /** Renders the buttons; `formId` ties a submit button outside of the form to it. */
  children: (formId: string) => ReactNode;
};

/** A form for the name: cleaned and trimmed, 1 to 40 characters. */
export function UsernameForm({ initial, onChoose, className, children }: UsernameFormProps) {
  const id = useId();
  const { register, handleSubmit, control, formState, setFocus } = useForm({
    defaultValues: { username: cleanName(initial) },
  });
  const { length } = [...cleanName(useWatch({ control, name: 'username' }))];

  useEffect(() => setFocus('username', { shouldSelect: true }), [setFocus]);

  return (
    <>
      <form
        id={id}
        noValidate
        onSubmit={handleSubmit(({ username }) => onChoose(cleanName(username)))}
        className={className}
      >
        <Field
          label={
            <span className="flex items-baseline gap-2">
              Username
              <span aria-hidden className="font-normal text-fg3 tabular-nums">
                {length}/{longestChatName}
              </span>
            </span>
          }
          hint="Everybody in the room sees it."
          error={formState.errors.username?.message}
        >
          {(field) => (
            <Input
              {...field}
              size="lg"
              autoComplete="nickname"
              {...register('username', {
                validate: (name) => {
                  const { length } = [...cleanName(name)];
                  if (length === 0) return 'Enter a username';
                  return length <= longestChatName || `At most ${longestChatName} characters`;
                },
              })}
            />
          )}
        </Field>
      </form>
      {children(id)}
    </>
  );
}
