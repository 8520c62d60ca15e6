import { useQueryClient } from '@tanstack/react-query';
import { Ban, Download } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../shared/format/number';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyTextButton } from '../../ui/copy-button';
import { downloadText } from '../../ui/download';
import { toast } from '../../ui/toast';
import { useRights } from '../members/use-rights';
import { allKeys, revokeKeys } from './queries';

type KeySelectionProps = { guildId: string; keys: string[]; onClear: () => void };

/** What can be done with keys that are chosen together. */
export function KeySelection({ guildId, keys, onClear }: KeySelectionProps) {
  const { manages } = useRights();
  const [revoking, setRevoking] = useState(false);
  const text = keys.join('\n');
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-s2 px-5 py-2.5 max-sm:px-4"
    >
      <p aria-live="polite" className="mr-auto text-small font-medium tabular-nums max-sm:basis-full">
        {formatCount(keys.length, 'key')} selected
      </p>
      <CopyTextButton text={text} label="Copy" name="Copy selected keys" />
      <Button
        size="xs"
        icon={<Download aria-hidden size={14} strokeWidth={1.75} />}
        onClick={() => downloadText('keys.txt', `${text}\n`)}
      >
        Download
      </Button>
      {manages && (
        <Button
          size="xs"
          icon={<Ban aria-hidden size={14} strokeWidth={1.75} />}
          onClick={() => setRevoking(true)}
        >
          Revoke
        </Button>
      )}
      <Button size="xs" kind="ghost" onClick={onClear}>
        Clear
      </Button>
      {revoking && (
        <RevokeDialog guildId={guildId} keys={keys} onDone={onClear} onClosed={() => setRevoking(false)} />
      )}
    </section>
  );
}

type RevokeDialogProps = { guildId: string; keys: string[]; onDone: () => void; onClosed: () => void };

function RevokeDialog({ guildId, keys, onDone, onClosed }: RevokeDialogProps) {
  const queries = useQueryClient();

  async function revoke() {
    try {
      const { revoked, left } = await revokeKeys(guildId, keys);
      const rest = left > 0 ? `, ${formatCount(left, 'key')} left as they were` : '';
      toast(`${formatCount(revoked, 'key')} revoked${rest}`);
    } finally {
      void queries.invalidateQueries({ queryKey: allKeys(guildId) });
    }
  }

  return (
    <ConfirmDialog
      title={`Revoke ${formatCount(keys.length, 'key')}?`}
      text="The unused ones among them can then no longer be redeemed. This cannot be taken back."
      confirmLabel="Yes, revoke"
      failure="Failed to revoke the keys"
      onConfirm={() => revoke().then(onDone)}
      onClosed={onClosed}
    />
  );
}
