import { createToasts } from '../shared/toasts';

/** How many are on the screen at once; further ones wait. */
export const shownToasts = 3;
const keptToasts = 20;

export const toasts = createToasts({
  lasts: 4000,
  closes: 0,
  // When too many are waiting, the one that has waited longest is dropped.
  makeRoom: (toasts) => (toasts.length < keptToasts ? toasts : toasts.toSpliced(shownToasts, 1)),
});

/** Shows a message at the bottom of the screen. */
export function toast(message: string) {
  toasts.show('success', message);
}

/** The same for failures, which screen readers announce at once. */
toast.error = (message: string) => toasts.show('error', message);

/** Takes away the failures that are still shown or waiting. */
toast.forgetErrors = () => {
  for (const one of toasts.get()) if (one.kind === 'error') toasts.close(one);
};
