import { createContext } from 'react';

/** Whether the browser carries the session to pictures and videos by now: what was refused before is tried once more then. */
export const CarriedContext = createContext(false);
