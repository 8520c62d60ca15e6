import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type UntilFieldProps = {
  error: string | undefined;
  min?: string;
  register: (rule: { validate: ReturnType<typeof dayRule> }) => UseFormRegisterReturn;
};

/** A date field for the last day of a helper's role. */
export function UntilField({ error, min, register }: UntilFieldProps) {
  return (
    <Field label="Until" optional hint="The last day. Without one, until you end it." error={error}>
      {(field) => <Input {...field} type="date" min={min} {...register({ validate: dayRule(field.id) })} />}
    </Field>
  );
}

/**
 * An incomplete or impossible date has an empty value, so only `badInput` tells it from no date. Browsers also accept
 * years of five or six digits, which are refused here.
 */
const dayRule = (fieldId: string) => (day: string) => {
  const field = document.getElementById(fieldId) as HTMLInputElement;
  return (/^(\d{4}-.*)?$/.test(day) && !field.validity.badInput) || 'Please enter a valid date, or none';
};
