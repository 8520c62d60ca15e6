import { createContext, useContext, useState } from 'react';

/** Whether the browser carries the session to pictures and videos by now. */
export const CarriedContext = createContext(false);

/** Whether a picture could not be had, and a way to say so. What was refused before the session was carried is tried once more then. */
export function useBroken(): [broken: boolean, onBroken: () => void] {
  const carried = useContext(CarriedContext);
  const [brokenWhen, setBroken] = useState<{ carried: boolean }>();
  return [brokenWhen?.carried === carried, () => setBroken({ carried })];
}
