import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';

type SecretDialogProps = { title: string; text: ReactNode; secret: string; onClosed: () => void };

/** Shows what is shown this once. Only its button closes it. */
export function SecretDialog({ title, text, secret, onClosed }: SecretDialogProps) {
  const modal = useModal(onClosed);
  return (
    <Dialog
      persistent
      modal={modal}
      title={title}
      subtitle={text}
      footer={
        <>
          <Button onClick={modal.close}>Done</Button>
          <CopyTextButton kind="primary" size="md" text={secret} label="Copy" said="Copied!" />
        </>
      }
    >
      <p className="mono rounded-control border border-line bg-bg px-4 py-3.5 wrap-anywhere">{secret}</p>
    </Dialog>
  );
}
