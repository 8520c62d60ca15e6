import { useCallback, useEffect, useRef, useState } from 'react';
import { copyText } from '../shared/copy-text';
import { toast } from './toast';

export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies a text, shows a toast, and keeps the result for a moment. */
export function useCopy(said = 'Copied') {
  const [state, setState] = useState<CopyState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = useCallback(
    async (text: string) => {
      if (text === '') {
        toast.error('Nothing to copy');
        return;
      }
      const copied = await copyText(text);
      if (copied) toast(said);
      else toast.error('Copy failed');
      setState(copied ? 'copied' : 'failed');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setState('idle'), 1600);
    },
    [said],
  );

  return { state, copy };
}
