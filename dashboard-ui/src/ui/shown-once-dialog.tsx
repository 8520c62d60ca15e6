import { useId, type ReactNode } from 'react';
import { Button } from './button';
import { CopyTextButton } from './copy-button';
import { Dialog } from './dialog';
import { useModal } from './modal';
import { useAskBeforeUnload } from './use-ask-before-unload';

type ShownOnceDialogProps = {
  title: ReactNode;
  text: string;
  secret: string;
  /** The text of the toast after copying. */
  said: string;
  /** For codes that a person may have to read out or type. */
  large?: boolean;
  onClosed: () => void;
};

/**
 * Shows a secret or code that cannot be shown again. Only its button closes it; the focus starts on Copy, where Enter
 * loses nothing. Render it after the dialog that
 * created the secret is gone: then the focus is back on that one's opener, where this one will return it.
 */
export function ShownOnceDialog({ title, text, secret, said, large, onClosed }: ShownOnceDialogProps) {
  const modal = useModal(onClosed);
  const secretId = useId();
  useAskBeforeUnload(true);
  return (
    <Dialog
      persistent
      modal={modal}
      title={title}
      subtitle={text}
      footer={
        <>
          <Button onClick={modal.close}>Done</Button>
          <CopyTextButton
            first
            kind="primary"
            size="md"
            text={secret}
            label="Copy"
            describedBy={secretId}
            said={said}
          />
        </>
      }
    >
      <p
        id={secretId}
        className={`rounded-control border border-line bg-bg px-4 py-3.5 wrap-anywhere ${large ? "text-center text-balance font-mono text-dialog/7 [font-feature-settings:'zero']" : 'mono'}`}
      >
        {secret}
      </p>
    </Dialog>
  );
}
