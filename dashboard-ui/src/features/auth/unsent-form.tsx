import { useEffect, useEffectEvent } from 'react';
import { useFormState, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { toast } from '../../ui/toast';
import { useDropUnsent, useKeepUnsent, useUnsent } from './use-unsent';

type Left<Values> = { changed: Partial<Values>; from?: unknown };

/** The values that a form's changes rest on. If they have changed since, restoring would undo somebody else's changes. */
type From<Values> = (given: Values) => unknown;

/**
 * Restores what was changed in a form when the session ended; `KeepUnsent` has stored it under the same name. If the values that
 * the changes rest on are different now, the changes are dropped and a toast says `outdated`.
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

/** Stores a form's unsaved changes. It renders nothing, so a key press does not re-render the form around it. */
export function KeepUnsent<Values extends FieldValues>({ name, control, from }: KeepUnsentProps<Values>) {
  const values = useWatch({ control }) as Record<string, unknown>;
  const { defaultValues } = useFormState({ control });
  const given = defaultValues as Record<string, unknown>;
  // Only changed fields are kept: the others may change on the server before these are restored.
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(given[field]),
  );
  const left = { changed: Object.fromEntries(changed), from: from?.(given as Values) };
  useKeepUnsent(name, changed.length > 0 ? left : undefined);
  return null;
}
