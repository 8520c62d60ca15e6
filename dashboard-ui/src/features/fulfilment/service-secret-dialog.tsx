import { ShownOnceDialog } from '../../ui/shown-once-dialog';

export function ServiceSecretDialog({ secret, onClosed }: { secret: string; onClosed: () => void }) {
  return (
    <ShownOnceDialog
      title="Your service's secret"
      text="It is shown this once. Your service needs it to know that a call is Boostdesk's."
      secret={secret}
      said="Secret copied!"
      onClosed={onClosed}
    />
  );
}
