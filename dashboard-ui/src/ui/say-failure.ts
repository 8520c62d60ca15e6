import type { RefObject } from 'react';
import { toast } from './toast';

/** Whether a form is seen: on the screen, and in no dialog that was closed. */
export const isSeen = ({ current: form }: RefObject<Element | null>) =>
  form !== null && form.closest('dialog')?.open !== false;

/** Says why something failed: in its form, or in a toast to whoever has left that. */
export function sayFailure(form: RefObject<Element | null>, message: string, sayInForm?: () => void) {
  if (isSeen(form)) sayInForm?.();
  else toast.error(message);
}
