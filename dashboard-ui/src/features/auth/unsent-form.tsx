import { useEffect } from 'react';
import { useFormState, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useKeepUnsent, useUnsent } from './use-unsent';

/** Puts into a form what was changed there when the session ended. `KeepUnsent` keeps it, under the same name. */
export function useUnsentForm<Values extends FieldValues>(
  name: string,
  { getValues, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
) {
  const left = useUnsent<Partial<Values>>(name);
  useEffect(() => {
    if (left) reset({ ...getValues(), ...left }, { keepDefaultValues: true });
  }, [left, getValues, reset]);
}

type KeepUnsentProps<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'control'> & { name: string };

/** Draws nothing: the form around it is not drawn anew at each key. */
export function KeepUnsent<Values extends FieldValues>({ name, control }: KeepUnsentProps<Values>) {
  const values = useWatch({ control }) as Record<string, unknown>;
  const { defaultValues } = useFormState({ control });
  const given = defaultValues as Record<string, unknown>;
  // What was left alone may be changed elsewhere until it is back.
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(given[field]),
  );
  useKeepUnsent(name, changed.length > 0 ? Object.fromEntries(changed) : undefined);
  return null;
}
