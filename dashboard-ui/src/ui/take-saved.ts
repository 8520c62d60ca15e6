import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

type Save<Values> = {
  /** What the form was given when it was sent, and is given now. */
  before: Values;
  now: Values;
  sent: Values;
  saved: Values;
};

/**
 * Takes what a save has answered into its form: dirty is only what was typed since it was sent. What was changed elsewhere
 * meanwhile stays as it came: where the save has undone it, what the form is given next says so.
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
