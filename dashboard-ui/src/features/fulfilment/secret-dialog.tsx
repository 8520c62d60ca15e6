import { Button } from '../../ui/button';
import { CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';

/** Shows a new secret, this once. Only its button closes it. */
export function SecretDialog({ secret, onClosed }: { secret: string; onClosed: () => void }) {
  const modal = useModal(onClosed);
  return (
    <Dialog
      persistent
      modal={modal}
      title="Your service's secret"
      subtitle="It is shown this once. Your service needs it to know that a call is Boostdesk's."
      footer={
        <>
          <Button onClick={modal.close}>Done</Button>
          <CopyTextButton kind="primary" size="md" text={secret} label="Copy" said="Secret copied!" />
        </>
      }
    >
      <p className="mono rounded-control border border-line bg-bg px-4 py-3.5 wrap-anywhere">{secret}</p>
    </Dialog>
  );
}
