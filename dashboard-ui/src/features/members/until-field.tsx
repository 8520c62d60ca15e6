import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

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

/** A browser says of a day that is half typed, or that does not exist, what it says of none; and takes years beyond any clock. */
const dayRule = (fieldId: string) => (day: string) => {
  const field = document.getElementById(fieldId) as HTMLInputElement;
  return (/^(\d{4}-.*)?$/.test(day) && !field.validity.badInput) || 'Please enter a valid date, or none';
};
