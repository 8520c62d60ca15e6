import { useRef, useState } from 'react';

/** Whether the form is open. When it closes, the focus goes back to the button that opens it. */
export function useWriting() {
  const [writing, setWriting] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    setWriting(false);
    opener.current?.focus();
  }

  return { writing, opener, open: () => setWriting(true), toggle: () => setWriting(!writing), close };
}
