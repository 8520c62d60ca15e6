import { useState } from 'react';
import { createToasts, type Toasts } from '../../shared/toasts';

/** The toasts of a redeem: at the bottom right, for five seconds. */
export function useToasts(): Toasts {
  const [toasts] = useState(() => createToasts({ lasts: 5000, closes: 300 }));
  return toasts;
}
