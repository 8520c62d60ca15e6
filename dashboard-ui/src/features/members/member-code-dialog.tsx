import { Button } from '../../ui/button';
import { CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';

type MemberCodeDialogProps = { name: string; code: string; onClosed: () => void };

/** Shows a helper's access code, this once. Only its button closes it. */
export function MemberCodeDialog({ name, code, onClosed }: MemberCodeDialogProps) {
  const modal = useModal(onClosed);
  return (
    <Dialog
      persistent
      modal={modal}
      title={`Access code for ${name}`}
      subtitle="It is shown this once. Give it to them in private: whoever has it is them."
      footer={
        <>
          <Button onClick={modal.close}>Done</Button>
          <CopyTextButton kind="primary" size="md" text={code} label="Copy" said="Access code copied!" />
        </>
      }
    >
      <p className="rounded-control border border-line bg-bg px-4 py-3.5 text-center font-mono text-[18px]/7 wrap-anywhere [font-feature-settings:'zero']">
        {code}
      </p>
    </Dialog>
  );
}
