import { useState } from 'react';
import type { Failure } from '../../frame/messages';
import { PreviewFrame } from './preview';
import { usePreviewStock } from './use-preview-stock';

type TrialProps = { code: string; onStands: () => void; onFailed: (failure: Failure) => void };

/** Runs code in a hidden frame to see whether it draws something. */
export function Trial({ code, onStands, onFailed }: TrialProps) {
  const { shown } = usePreviewStock(true);
  const [run] = useState({ id: 0, code });
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 -z-10">
      <PreviewFrame
        run={run}
        seen={false}
        shown={shown}
        onReady={onStands}
        onFailed={onFailed}
        onComplaint={() => undefined}
      />
    </div>
  );
}
