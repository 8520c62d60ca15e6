import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { dayRule } from './roles';

type UntilFieldProps = {
  error: string | undefined;
  min?: string;
  register: (rule: { validate: ReturnType<typeof dayRule> }) => UseFormRegisterReturn;
};

/** The last day of a helper's. */
export function UntilField({ error, min, register }: UntilFieldProps) {
  return (
    <Field label="Until" optional hint="The last day. Without one, until you end it." error={error}>
      {(field) => <Input {...field} type="date" min={min} {...register({ validate: dayRule(field.id) })} />}
    </Field>
  );
}
