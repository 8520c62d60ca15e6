import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { formatDateTime } from '../../shared/format/date';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton, CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { Failed } from '../../ui/empty';
import { useModal } from '../../ui/modal';
import { SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { isMasked } from '../keys/is-masked';
import { useRights } from '../members/use-rights';
import { replayCall, storeCallQuery } from './queries';
import { storeFacts } from './store-facts';
import { StoreMark } from './store-mark';
import { verdicts } from './verdicts';

type CallDialogProps = {
  guildId: string;
  id: string;
  onClosed: () => void;
};

/**
 * One call with all of its details: its content, its outcome, and the raw texts of request and response. After a replay
 * it shows the new call.
 */
export function CallDialog({ guildId, id, onClosed }: CallDialogProps) {
  const { manages } = useRights();
  const modal = useModal(onClosed);
  // Not by the address: the dialog would open again if it was closed before the navigation ended.
  const [shown, setShown] = useState(id);
  const {
    data: call,
    isError,
    error,
    refetch,
    isFetching,
    isPlaceholderData,
  } = useQuery({ ...storeCallQuery(guildId, shown), placeholderData: keepPreviousData });
  const title = call ? storeFacts[call.provider].title : 'Store call';
  return (
    <Dialog
      modal={modal}
      width={720}
      title={
        <span className="flex items-center gap-3">
          {call && <StoreMark provider={call.provider} size={28} />}
          {title}
        </span>
      }
      subtitle={call && formatDateTime(call.at)}
      footer={
        call && (
          <>
            <Button onClick={modal.close}>Close</Button>
            {manages && verdicts[call.verdict].replayable && (
              <ReplayButton guildId={guildId} id={shown} loading={isPlaceholderData} onReplayed={setShown} />
            )}
          </>
        )
      }
    >
      {call ? (
        <>
          <div className="flex flex-col gap-2">
            <p className="flex flex-wrap items-center gap-2.5">
              <Badge status={verdicts[call.verdict].badge} />
              <span className="text-small text-fg2">Answered with status {call.status}</span>
            </p>
            <p className="text-small text-pretty text-fg2">{verdicts[call.verdict].meaning}</p>
            {call.short && (
              <p className="tint rounded-control px-3.5 py-2.5 text-small text-amber">
                Fewer tokens were available than these keys need. They stay valid: restock before they are
                redeemed.
              </p>
            )}
          </div>
          <Facts
            facts={[
              ['Purchase', call.purchase],
              ['Product', call.product],
              ['Variant', call.variant],
              ['Quantity', call.quantity?.toString()],
              ['Email', call.email],
            ]}
          />
          {call.keys.length > 0 && <Keys keys={call.keys} />}
          <Said label="Answer">{call.answer}</Said>
          <Said label="Body">{pretty(call.body)}</Said>
          <Said label="Headers">
            {Object.entries(call.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </Said>
        </>
      ) : isError ? (
        <Failed
          title="The call could not be loaded"
          text={errorMessage(error, '')}
          error={error}
          onRetry={refetch}
          busy={isFetching}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  );
}

type ReplayProps = {
  guildId: string;
  id: string;
  /** Whether the call is not shown yet. */
  loading: boolean;
  /** Called with the new call's id. */
  onReplayed: (id: string) => void;
};

function ReplayButton({ guildId, id, loading, onReplayed }: ReplayProps) {
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayCall(guildId, id),
    onSuccess: (call) => {
      toast(`Replayed: ${verdicts[call.verdict].label}`);
      onReplayed(call.id);
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to replay the call')),
    onSettled: () => makeStale(queries, 'store_calls'),
  });
  return (
    <Button
      kind="primary"
      busy={replay.isPending || loading}
      icon={<RotateCcw aria-hidden size={16} strokeWidth={1.75} />}
      onClick={() => replay.mutate()}
    >
      Replay
    </Button>
  );
}

function Facts({ facts }: { facts: [string, string | null | undefined][] }) {
  const told = facts.filter(([, value]) => value);
  if (told.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-small">
      {told.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Keys({ keys }: { keys: string[] }) {
  return (
    <section aria-label="Keys" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-small font-medium">{keys.length === 1 ? 'Key' : `${keys.length} keys`}</h3>
        {keys.length > 1 && !keys.some(isMasked) && (
          <CopyTextButton text={keys.join('\n')} label="Copy All" />
        )}
      </div>
      <ul className="max-h-48 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {keys.map((key) => (
          <li key={key} className="flex items-center justify-between gap-3 py-1.5 pr-2 pl-3.5">
            <span className="mono wrap-anywhere">{key}</span>
            {!isMasked(key) && <CopyButton text={key} label={`Copy ${key}`} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Said({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <h3 className="text-small font-medium">{label}</h3>
      <pre
        tabIndex={0}
        className="mono max-h-60 overflow-auto rounded-control border border-line bg-bg px-3.5 py-2.5 text-small wrap-anywhere whitespace-pre-wrap"
      >
        {children || <span className="text-fg3">Nothing</span>}
      </pre>
    </section>
  );
}

/** Indents JSON; returns anything else unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
