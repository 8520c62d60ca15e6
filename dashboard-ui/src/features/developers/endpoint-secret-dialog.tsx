import { ShownOnceDialog } from '../../ui/shown-once-dialog';

export function EndpointSecretDialog({ secret, onClosed }: { secret: string; onClosed: () => void }) {
  return (
    <ShownOnceDialog
      title="The endpoint's secret"
      text="Your service checks each call's signature with it. It is not shown again."
      secret={secret}
      said="Copied!"
      onClosed={onClosed}
    />
  );
}
