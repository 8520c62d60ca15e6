import { useEffect, useRef, useState } from 'react';
import { toast } from './toast';

export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies, says so in a toast, and remembers for a moment how it went. */
export function useCopy(said = 'Copied') {
  const [state, setState] = useState<CopyState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(text: string) {
    if (text === '') {
      toast.error('Nothing to copy');
      return;
    }
    const copied = await toClipboard(text);
    if (copied) toast(said);
    else toast.error('Copy failed');
    setState(copied ? 'copied' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), 1600);
  }

  return { state, copy };
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return selectAndCopy(text);
  }
}

/** Browsers give the clipboard to secure pages only; a dashboard reached over plain http still has the old way. */
function selectAndCopy(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Outside of an open dialog nothing can be selected.
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
