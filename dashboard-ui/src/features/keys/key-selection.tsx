import { useMutation } from '@tanstack/react-query';
import { Ban, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../api/client';
import { formatCount } from '../../shared/format/number';
import { PassingBar } from '../../ui/bottom-bar';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { copyOnceThere } from '../../ui/copy-once-there';
import { downloadText } from '../../ui/download';
import { toast } from '../../ui/toast';
import { useCarryOut } from '../../ui/use-carry-out';
import { useRights } from '../members/use-rights';
import { revokeKeys, unusedKeys } from './queries';

type KeySelectionProps = {
  guildId: string;
  /** The search by which all of them were found. */
  search: string;
  keys: string[];
  /** Those of `keys` that were unused when last seen, but may have been used since. */
  unseen: string[];
  onGone: (keys: string[]) => void;
  onClear: () => void;
};

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75, className: 'max-sm:hidden' } as const;

/** The actions on the selected keys, if there are any. */
export function KeySelection({ guildId, search, keys, unseen, onGone, onClear }: KeySelectionProps) {
  const { manages } = useRights();
  /** Those that were selected when this was asked for. */
  const [revoking, setRevoking] = useState<string[]>();
  const [copying, setCopying] = useState(false);
  const carryOut = useCarryOut('keys');

  /** The keys as text, without those that were used or revoked since they were last seen. */
  async function left() {
    if (unseen.length === 0) return keys.join('\n');
    const unused = new Set((await unusedKeys(guildId, search)).split('\n'));
    const gone = unseen.filter((key) => !unused.has(key));
    if (gone.length > 0) {
      onGone(gone);
      toast(`${formatCount(gone.length, 'key')} left out: used or revoked meanwhile`);
    }
    if (gone.length === keys.length) throw new Error('no key is left');
    return keys.filter((key) => !gone.includes(key)).join('\n');
  }

  async function copy() {
    setCopying(true);
    const text = left();
    try {
      const copied = await copyOnceThere(text);
      // If loading the text has failed, this throws the reason.
      await text;
      if (copied) toast('Copied');
      else toast.error('Copy failed');
    } catch (error) {
      toast.error(errorMessage(error, 'Copy failed'));
    }
    setCopying(false);
  }

  async function revoke(chosen: string[]) {
    await carryOut(revokeKeys(guildId, chosen), ({ revoked, left }) => {
      const rest = left > 0 ? `, ${formatCount(left, 'key')} left as they were` : '';
      return `${formatCount(revoked, 'key')} revoked${rest}`;
    });
    onGone(chosen);
  }

  const download = useMutation({
    mutationFn: left,
    onSuccess: (text) => downloadText('keys.txt', `${text}\n`),
    onError: (error) => toast.error(errorMessage(error, 'Failed to download the keys')),
  });

  return (
    <>
      <PassingBar label="Selection" isShown={keys.length > 0}>
        <p
          aria-live="polite"
          className="min-w-0 flex-1 text-small font-medium tabular-nums max-[22rem]:sr-only"
        >
          {formatCount(keys.length, 'key')}
          <span className="max-sm:sr-only"> selected</span>
        </p>
        {/* On phones without icons, so that all of it fits into one line. */}
        <div className="flex flex-wrap justify-end gap-2 max-sm:gap-1.5 max-sm:*:px-2">
          <Button
            size="sm"
            aria-label="Copy selected keys"
            icon={<Copy {...icon} />}
            busy={copying}
            onClick={() => void copy()}
          >
            Copy
          </Button>
          <Button
            size="sm"
            icon={<Download {...icon} />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
          {manages && (
            <Button size="sm" icon={<Ban {...icon} />} onClick={() => setRevoking(keys)}>
              Revoke
            </Button>
          )}
          <Button size="sm" kind="ghost" onClick={onClear}>
            Clear
          </Button>
        </div>
      </PassingBar>
      {/* Not in the bar, which goes before it does. */}
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${formatCount(revoking.length, 'key')}?`}
          text="The unused ones among them can then no longer be redeemed. This cannot be taken back."
          confirmLabel="Yes, revoke"
          failure="Failed to revoke the keys"
          onConfirm={() => revoke(revoking)}
          onClosed={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
