import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../shared/copy-text';

type CopyState = 'idle' | 'copied' | 'failed';

const icons = { idle: Copy, copied: Check, failed: X };
const announcements = { idle: '', copied: 'Copied', failed: 'Copy failed' };
const shownMs = 1600;

/** `label` names what is copied: "Copy Order ID". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<CopyState>('idle');
  const Icon = icons[state];

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    setState((await copyText(text)) ? 'copied' : 'failed');
  }

  return (
    <>
      <button
        type="button"
        className="icon-button"
        data-state={state}
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span className="off-screen" role="status">
        {announcements[state]}
      </span>
    </>
  );
}
