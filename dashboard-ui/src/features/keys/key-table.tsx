import { Ban, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../shared/format/date';
import { formatCount } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Badge } from '../../ui/badge';
import { Button, IconButton } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { paths } from '../../paths';
import { CopyButton, CopyTextButton } from '../../ui/copy-button';
import { toast } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { useRights } from '../members/use-rights';
import { keyLink } from '../storefront/customer-links';
import { allKeys, revokeKey, type Key } from './queries';

const head = 'h-9.5 px-2 text-left text-small font-normal text-fg3 first:pl-5 last:pr-5';
const cell = 'px-2 py-2.5 align-middle first:pl-5 last:pr-5 @max-[799px]:block @max-[799px]:p-0!';

type KeyTableProps = {
  guildId: string;
  /** The customers' page where a key is redeemed. */
  redeem: string;
  keys: Key[];
  selected: ReadonlySet<string>;
  onSelect: (keys: string[], select: boolean) => void;
};

export function KeyTable({ guildId, redeem, keys, selected, onSelect }: KeyTableProps) {
  const all = keys.every(({ key }) => selected.has(key));
  const [revoking, setRevoking] = useState<string>();
  return (
    <>
      <table className="w-full border-collapse @max-[799px]:block">
        <thead className="bg-[color-mix(in_srgb,var(--bg)_45%,transparent)] @max-[799px]:hidden">
          <tr>
            <th scope="col" className={head}>
              <label className="flex items-center gap-2.5">
                <Checkbox
                  aria-label="Select all on this page"
                  checked={all}
                  onChange={() =>
                    onSelect(
                      keys.map(({ key }) => key),
                      !all,
                    )
                  }
                />
                Key
              </label>
            </th>
            <th scope="col" className={head}>
              Status
            </th>
            <th scope="col" className={head}>
              Worth
            </th>
            <th scope="col" className={head}>
              Note
            </th>
            <th scope="col" className={`${head} text-right`}>
              Created
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody className="@max-[799px]:block">
          {keys.map((key) => (
            <KeyRow
              key={key.key}
              link={keyLink({ redeem }, key.key)}
              row={key}
              selected={selected.has(key.key)}
              onSelect={(select) => onSelect([key.key], select)}
              onRevoke={() => setRevoking(key.key)}
            />
          ))}
        </tbody>
      </table>
      {revoking && (
        <RevokeDialog guildId={guildId} keyText={revoking} onClosed={() => setRevoking(undefined)} />
      )}
    </>
  );
}

type KeyRowProps = {
  /** The redeem page with the key filled in. */
  link: string;
  row: Key;
  selected: boolean;
  onSelect: (select: boolean) => void;
  onRevoke: () => void;
};

function KeyRow({ link, row, selected, onSelect, onRevoke }: KeyRowProps) {
  const { manages } = useRights();
  return (
    <tr className="border-line @max-[799px]:grid @max-[799px]:grid-cols-[minmax(0,1fr)_auto] @max-[799px]:items-center @max-[799px]:gap-x-3 @max-[799px]:gap-y-2 @max-[799px]:px-4 @max-[799px]:py-3.5 not-first:border-t @min-[800px]:border-t">
      <td className={`${cell} whitespace-nowrap`}>
        <span className="inline-flex items-center gap-1">
          <Checkbox
            aria-label={`Select ${row.key}`}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
            className="mr-1.5"
          />
          {row.status === 'redeemed' ? (
            <Link
              to={{ pathname: paths.orders, search: `order=${row.key}` }}
              title="Open the order"
              className="mono font-medium hover:underline"
            >
              {row.key}
            </Link>
          ) : (
            <span className={`mono font-medium ${row.status === 'revoked' ? 'text-fg3 line-through' : ''}`}>
              {row.key}
            </span>
          )}
          <CopyButton text={row.key} label={`Copy ${row.key}`} />
          {row.status === 'unused' && manages && <CopyLinkButton link={link} keyText={row.key} />}
        </span>
      </td>
      <td className={`${cell} @max-[799px]:justify-self-end`}>
        <Badge status={row.status} />
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {formatCount(row.amount, 'boost')}
        <span className="block text-small text-fg3">{stockName(row.stock)}</span>
      </td>
      <td
        className={`${cell} @min-[800px]:max-w-0 @min-[800px]:w-1/4 ${row.note || row.email ? '' : '@max-[799px]:hidden!'} @max-[799px]:row-start-3 @max-[799px]:self-center`}
      >
        <span title={row.note ?? undefined} className="block truncate text-fg2">
          {row.note}
        </span>
        {row.email && (
          <span title={row.email} className="block truncate text-small text-fg3">
            {row.email}
          </span>
        )}
      </td>
      <td className={`${cell} text-right text-small whitespace-nowrap text-fg3 tabular-nums`}>
        {formatDateTime(row.createdAt)}
        {row.redeemedAt && <span className="block text-fg2">Redeemed {formatDateTime(row.redeemedAt)}</span>}
      </td>
      <td
        className={`${cell} text-right ${row.status === 'unused' ? '' : '@max-[799px]:hidden!'} @max-[799px]:col-start-2 @max-[799px]:row-start-3`}
      >
        {row.status === 'unused' && manages && (
          <>
            <IconButton
              label={`Revoke ${row.key}`}
              size={28}
              icon={<Ban aria-hidden size={16} strokeWidth={1.75} />}
              onClick={onRevoke}
              className="enabled:hover:text-red! @max-[799px]:hidden"
            />
            <CopyTextButton
              text={link}
              label="Link"
              name={`Copy link of ${row.key}`}
              said="Link copied!"
              className="mr-2 @min-[800px]:hidden"
            />
            <Button
              size="xs"
              aria-label={`Revoke ${row.key}`}
              icon={<Ban aria-hidden size={14} strokeWidth={1.75} />}
              onClick={onRevoke}
              className="@min-[800px]:hidden"
            >
              Revoke
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

function CopyLinkButton({ link, keyText }: { link: string; keyText: string }) {
  const { copy } = useCopy('Link copied!');
  return (
    <IconButton
      label={`Copy link of ${keyText}`}
      size={28}
      icon={<Link2 aria-hidden size={16} strokeWidth={1.75} />}
      onClick={() => copy(link)}
      // In one column there is no room beside the key and its state.
      className="@max-[799px]:hidden"
    />
  );
}

type RevokeDialogProps = { guildId: string; keyText: string; onClosed: () => void };

function RevokeDialog({ guildId, keyText, onClosed }: RevokeDialogProps) {
  const queries = useQueryClient();

  async function revoke() {
    try {
      await revokeKey(guildId, keyText);
      toast('Key revoked!');
    } finally {
      void queries.invalidateQueries({ queryKey: allKeys(guildId) });
    }
  }

  return (
    <ConfirmDialog
      title="Revoke this key?"
      text={
        <>
          <span className="mono text-fg">{keyText}</span> can then no longer be redeemed. This cannot be taken
          back.
        </>
      }
      confirmLabel="Yes, revoke"
      failure="Failed to revoke the key"
      onConfirm={revoke}
      onClosed={onClosed}
    />
  );
}
