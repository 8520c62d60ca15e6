import { useId, useState, type ReactNode } from 'react';
import { errorMessage } from '../api/client';
import { Button } from './button';
import { ModalFrame, useModal } from './modal';
import { toast } from './toast';

type ConfirmDialogProps = {
  /** Names that people have given belong into a `bdi`: their letters may turn the sentence round. */
  title: ReactNode;
  text: ReactNode;
  confirmLabel: string;
  kind?: 'confirm' | 'primary';
  cancelLabel?: string;
  confirmDisabled?: boolean;
  /** The message if the server gives no reason. Without it, `onConfirm` has to report its own failures. */
  failure?: string;
  /** The dialog closes when it succeeds and stays, with the buttons back, when it throws. */
  onConfirm: () => Promise<unknown>;
  onClosed: () => void;
  goesAtOnce?: boolean;
};

/** Asks before something that cannot be taken back. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, kind = 'confirm', cancelLabel = 'Cancel' } = props;
  const { confirmDisabled, failure, onConfirm, onClosed, goesAtOnce } = props;
  const [busy, setBusy] = useState(false);
  const modal = useModal(onClosed);
  const titleId = useId();
  const textId = useId();

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
      modal.close();
    } catch (error) {
      if (failure) toast.error(errorMessage(error, failure));
      setBusy(false);
    }
  }

  return (
    <ModalFrame
      modal={modal}
      goesAtOnce={goesAtOnce}
      role="alertdialog"
      labelledBy={titleId}
      describedBy={textId}
      className="m-auto w-100 max-w-[calc(100vw-32px)] rounded-dialog border border-line2 bg-s1 text-fg shadow-dialog"
    >
      <div className="flex flex-col gap-2 px-6 pt-5 pb-6 max-sm:px-5">
        <h2 id={titleId} dir="auto" className="text-dialog text-balance wrap-anywhere">
          {title}
        </h2>
        <div id={textId} dir="auto" className="text-body text-pretty text-fg2">
          {text}
        </div>
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-4 max-sm:px-5 max-sm:*:flex-1">
        <Button data-autofocus onClick={modal.close}>
          {cancelLabel}
        </Button>
        <Button kind={kind} busy={busy} disabled={confirmDisabled} onClick={confirm}>
          {confirmLabel}
        </Button>
      </footer>
    </ModalFrame>
  );
}
