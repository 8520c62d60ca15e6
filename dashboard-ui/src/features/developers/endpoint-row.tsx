import { ListChecks, Pencil, Power, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../api/client';
import { formatCount } from '../../shared/format/number';
import { ActionMenu } from '../../ui/action-menu';
import { Age } from '../../ui/age';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Facts } from '../../ui/facts';
import { toast } from '../../ui/toast';
import { Truncated } from '../../ui/truncated';
import { useCarryOut } from '../../ui/use-carry-out';
import { useSecrets } from '../../ui/use-secrets';
import { DeliveriesDialog } from './deliveries-dialog';
import { EndpointDialog } from './endpoint-dialog';
import { EndpointSecretDialog } from './endpoint-secret-dialog';
import { deleteEndpoint, renewSecret, sendTest, updateEndpoint, type Endpoint } from './queries';

type Shown = 'deliveries' | 'change' | 'secret' | 'delete';

/** One endpoint: its URL, how deliveries go, and what can be done with it. */
export function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, events, enabled, description, hint, failingSince } = endpoint;
  const carryOut = useCarryOut('event_endpoints');
  const [shown, setShown] = useState<Shown>();
  const secrets = useSecrets();
  const close = () => setShown(undefined);
  const look = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

  const renew = async () => secrets.add((await renewSecret(id)).secret);
  /** Shows a toast if `work` fails, for actions without a dialog. */
  const orSay = (failure: string, work: Promise<void>) =>
    void work.catch((error) => toast.error(errorMessage(error, failure)));
  const turn = () =>
    carryOut(updateEndpoint(id, { enabled: !enabled }), enabled ? 'Endpoint disabled!' : 'Endpoint enabled!');

  return (
    <li className="flex min-h-16.5 items-center gap-3.5 px-5 py-3 max-sm:flex-wrap max-sm:gap-3 max-sm:px-4">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 max-sm:basis-full">
        <p className="flex min-w-0 items-center gap-2 font-medium">
          <Truncated text={url} />
          {!enabled ? (
            <Badge status="disabled" />
          ) : failingSince ? (
            <Badge status="failing" />
          ) : (
            <Badge status="enabled" />
          )}
        </p>
        <Facts>
          {description && <bdi>{description}</bdi>}
          <span title={events.join(', ')} className="whitespace-nowrap">
            {formatCount(events.length, 'event')}
          </span>
          <span className="mono">whsec_…{hint}</span>
          {failingSince && (
            <span className="whitespace-nowrap text-red">
              Failing since <Age time={failingSince} />
            </span>
          )}
        </Facts>
      </div>
      <Button
        size="sm"
        aria-label={`Deliveries to ${url}`}
        onClick={() => setShown('deliveries')}
        className="max-sm:flex-1"
      >
        Deliveries
      </Button>
      <ActionMenu
        label={`Actions for ${url}`}
        actions={[
          {
            label: 'Send a test',
            icon: <Send {...look} />,
            onPick: () => orSay('Failed to send a test', carryOut(sendTest(id), 'Test sent!')),
          },
          { label: 'Change', icon: <Pencil {...look} />, onPick: () => setShown('change') },
          { label: 'New secret', icon: <RefreshCw {...look} />, onPick: () => setShown('secret') },
          {
            label: enabled ? 'Disable' : 'Enable',
            icon: enabled ? <Power {...look} /> : <ListChecks {...look} />,
            onPick: () => orSay('Failed to change the endpoint', turn()),
          },
          { label: 'Delete', icon: <Trash2 {...look} />, danger: true, onPick: () => setShown('delete') },
        ]}
      />
      {shown === 'deliveries' && <DeliveriesDialog endpoint={endpoint} onClosed={close} />}
      {shown === 'change' && <EndpointDialog endpoint={endpoint} onClosed={close} />}
      {shown === 'secret' && (
        <ConfirmDialog
          kind="primary"
          title="Make a new secret?"
          text="For a day each call is signed with both, so that your service can change over."
          confirmLabel="Make a new secret"
          failure="Failed to make a new secret"
          onConfirm={() => carryOut(renew(), 'New secret made!')}
          onClosed={close}
        />
      )}
      {secrets.first && shown !== 'secret' && (
        <EndpointSecretDialog key={secrets.first} secret={secrets.first} onClosed={secrets.dropFirst} />
      )}
      {shown === 'delete' && (
        <ConfirmDialog
          title="Delete this endpoint?"
          text="It is told nothing more, and what waits for it is gone."
          confirmLabel="Delete"
          failure="Failed to delete the endpoint"
          onConfirm={() => carryOut(deleteEndpoint(id), 'Endpoint deleted!')}
          onClosed={close}
        />
      )}
    </li>
  );
}
