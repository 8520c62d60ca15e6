import { useRef, useState } from 'react';
import { useUnsent } from '../auth/use-unsent';

/**
 * Whether the form is open. It starts open if it has unsent input. When it closes, the focus goes back to the button
 * that opens it.
 */
export function useWriting(name: string) {
  const [writing, setWriting] = useState(useUnsent(name) !== undefined);
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    setWriting(false);
    opener.current?.focus();
  }

  return { writing, opener, open: () => setWriting(true), toggle: () => setWriting(!writing), close };
}
