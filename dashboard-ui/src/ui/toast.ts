import { createToasts } from '../shared/toasts';

export const toasts = createToasts({ lasts: 4000, closes: 0, shown: 3, kept: 20 });

/** Says a sentence at the bottom of the screen. */
export function toast(message: string) {
  toasts.show('success', message);
}

/** The same for what went wrong; assistive tools hear of it at once. */
toast.error = (message: string) => toasts.show('error', message);
