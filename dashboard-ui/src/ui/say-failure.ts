import type { RefObject } from 'react';
import { toast } from './toast';

/** Whether a form is still visible: mounted, and not in a closed dialog. */
export const isSeen = ({ current: form }: RefObject<Element | null>) =>
  form !== null && form.closest('dialog')?.open !== false;

/** Reports a failure in its form, or by a toast if the user has left the form. */
export function sayFailure(form: RefObject<Element | null>, message: string, sayInForm?: () => void) {
  if (isSeen(form)) sayInForm?.();
  else toast.error(message);
}
