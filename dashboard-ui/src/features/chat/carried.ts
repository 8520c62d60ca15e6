import { createContext, useContext, useState } from 'react';

/** Whether the browser already sends the session cookie when it loads pictures and videos. */
export const CarriedContext = createContext(false);

/**
 * Whether a picture failed to load, and a function that notes the failure. A failure from before the session cookie
 * was set is forgotten once it is, so that the picture is tried again.
 */
export function useBroken(): [broken: boolean, onBroken: () => void] {
  const carried = useContext(CarriedContext);
  const [brokenWhen, setBroken] = useState<{ carried: boolean }>();
  return [brokenWhen?.carried === carried, () => setBroken({ carried })];
}
