import { createToasts } from '../shared/toasts';

/** So many are on the screen at once, the others wait. */
export const shownToasts = 3;
const keptToasts = 20;

export const toasts = createToasts({
  lasts: 4000,
  closes: 0,
  // The one that waits longest gives way.
  makeRoom: (toasts) => (toasts.length < keptToasts ? toasts : toasts.toSpliced(shownToasts, 1)),
});

/** Says a sentence at the bottom of the screen. */
export function toast(message: string) {
  toasts.show('success', message);
}

/** The same for what went wrong; assistive tools hear of it at once. */
toast.error = (message: string) => toasts.show('error', message);
