import { Button } from '../../ui/button';
import { CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';

/** Shows a new access code, this once. Only its button closes it. */
export function NewCodeDialog({ code, onClosed }: { code: string; onClosed: () => void }) {
  const modal = useModal(onClosed);
  return (
    <Dialog
      persistent
      modal={modal}
      title="Your new access code"
      subtitle="Keep it somewhere safe. You sign in with it from now on."
      footer={
        <>
          <Button onClick={modal.close}>Done</Button>
          <CopyTextButton kind="primary" size="md" text={code} label="Copy" said="New code copied!" />
        </>
      }
    >
      <p className="rounded-control border border-line bg-bg px-4 py-3.5 text-center font-mono text-[18px]/7 wrap-anywhere [font-feature-settings:'zero']">
        {code}
      </p>
    </Dialog>
  );
}
