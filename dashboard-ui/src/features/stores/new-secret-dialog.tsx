import { Button } from '../../ui/button';
import { CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';

/** Shows a secret that was made here, this once. Only its button closes it. */
export function NewSecretDialog({ secret, onClosed }: { secret: string; onClosed: () => void }) {
  const modal = useModal(onClosed);
  return (
    <Dialog
      persistent
      modal={modal}
      title="Your new secret"
      subtitle="Paste it where your store asks for its signing secret. It is not shown again."
      footer={
        <>
          <Button onClick={modal.close}>Done</Button>
          <CopyTextButton kind="primary" size="md" text={secret} label="Copy" said="Secret copied!" />
        </>
      }
    >
      <p className="mono rounded-control border border-line bg-bg px-4 py-3.5 text-center wrap-anywhere">
        {secret}
      </p>
    </Dialog>
  );
}
