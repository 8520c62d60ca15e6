import { useEffect, useEffectEvent } from 'react';
import { useFormState, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { toast } from '../../ui/toast';
import { useDropUnsent, useKeepUnsent, useUnsent } from './use-unsent';

type Left<Values> = { changed: Partial<Values>; from?: unknown };

/** What of a form's values has to be as it was when they were changed: else the changes would undo somebody else's. */
type From<Values> = (given: Values) => unknown;

/**
 * Puts into a form what was changed there when the session ended. `KeepUnsent` keeps it, under the same name. What was changed from
 * something else than is there now is dropped, and `outdated` said.
 */
export function useUnsentForm<Values extends FieldValues>(
  name: string,
  { getValues, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
  base?: { from: From<Values>; outdated: string },
) {
  const left = useUnsent<Left<Values>>(name);
  const drop = useDropUnsent(name);
  const putBack = useEffectEvent(({ changed, from }: Left<Values>) => {
    if (JSON.stringify(from) === JSON.stringify(base?.from(getValues())))
      return reset({ ...getValues(), ...changed }, { keepDefaultValues: true });
    drop();
    if (base) toast.error(base.outdated);
  });
  useEffect(() => {
    if (left) putBack(left);
  }, [left]);
}

type KeepUnsentProps<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'control'> & {
  name: string;
  from?: From<Values>;
};

/** Draws nothing: the form around it is not drawn anew at each key. */
export function KeepUnsent<Values extends FieldValues>({ name, control, from }: KeepUnsentProps<Values>) {
  const values = useWatch({ control }) as Record<string, unknown>;
  const { defaultValues } = useFormState({ control });
  const given = defaultValues as Record<string, unknown>;
  // What was left alone may be changed elsewhere until it is back.
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(given[field]),
  );
  const left = { changed: Object.fromEntries(changed), from: from?.(given as Values) };
  useKeepUnsent(name, changed.length > 0 ? left : undefined);
  return null;
}
