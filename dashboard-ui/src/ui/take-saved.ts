import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

type Save<Values> = {
  /** The values that the form was given when it was sent, and now. */
  before: Values;
  now: Values;
  sent: Values;
  saved: Values;
};

/**
 * Puts the result of a save into its form. Only what was typed since sending is dirty. Values that were changed
 * elsewhere in the meantime are kept as they came; if the save has overwritten them, the next values from the server
 * will say so.
 */
export function takeSaved<Values extends FieldValues>(
  { getValues, setValue, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'reset'>,
  { before, now, sent, saved }: Save<Values>,
) {
  const shown = getValues();
  const names = Object.keys(shown) as Path<Values>[];
  const changedElsewhere = names.filter((name) => now[name] !== before[name]);
  const typed = names.filter(
    (name) => shown[name] !== sent[name] && (sent[name] !== before[name] || shown[name] !== now[name]),
  );
  const given = Object.fromEntries(changedElsewhere.map((name) => [name, now[name]]));
  reset({ ...saved, ...given }, { keepDirtyValues: false });
  for (const name of typed) setValue(name, shown[name], { shouldDirty: true });
}
