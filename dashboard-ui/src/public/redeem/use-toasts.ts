import { useState } from 'react';
import { createToasts, type Toasts } from '../../shared/toasts';

/** What a customer is told while they redeem: at the bottom right, for five seconds. */
export function useToasts(): Toasts {
  const [toasts] = useState(() => createToasts({ lasts: 5000, closes: 300 }));
  return toasts;
}
