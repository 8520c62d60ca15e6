import type { FieldValues, UseFormReset } from 'react-hook-form';

/**
 * Takes what a save has answered into a form whose `resetOptions` keep what is dirty: from then on that is only what was
 * typed since it was sent.
 */
export function takeSaved<Values extends FieldValues>(
  reset: UseFormReset<Values>,
  sent: Values,
  saved: Values,
) {
  reset(sent, { keepDirtyValues: false, keepValues: true });
  reset(saved, { keepDirty: true });
}
