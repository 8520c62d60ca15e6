import { Ban, Link2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { formatCount } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Badge } from '../../ui/badge';
import { Button, IconButton } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { paths } from '../../paths';
import { CopyButton, CopyTextButton } from '../../ui/copy-button';
import { Link } from '../../ui/link';
import { useCarryOut } from '../../ui/use-carry-out';
import { useCopy } from '../../ui/use-copy';
import { useRights } from '../members/use-rights';
import { keyLink } from '../storefront/customer-links';
import { isMasked } from './is-masked';
import { revokeKey, type Key } from './queries';

const head = 'h-9.5 px-2 text-left text-small font-normal text-fg3 first:pl-5 last:pr-5';
const cell = 'px-2 py-2.5 align-middle first:pl-5 last:pr-5 @max-table:block @max-table:p-0!';

type KeyTableProps = {
  guildId: string;
  /** The URL of the customers' redeem page. */
  redeem: string;
  keys: Key[];
  selected: ReadonlySet<string>;
  onSelect: (keys: string[]) => void;
  onDeselect: (keys: string[]) => void;
};

export function KeyTable({ guildId, redeem, keys, selected, onSelect, onDeselect }: KeyTableProps) {
  const whole = keys.filter(({ key }) => !isMasked(key));
  const all = whole.length > 0 && whole.every(({ key }) => selected.has(key));
  const [revoking, setRevoking] = useState<string>();
  const carryOut = useCarryOut('keys');

  async function revoke(key: string) {
    await carryOut(revokeKey(guildId, key), 'Key revoked!');
    onDeselect([key]);
  }

  return (
    <>
      <table aria-label="Keys" className="w-full border-collapse @max-table:block">
        <thead className="bg-table-head @max-table:hidden">
          <tr>
            <th scope="col" className={head}>
              <label className="flex items-center gap-2.5">
                <Checkbox
                  aria-label="Select all on this page"
                  checked={all}
                  disabled={whole.length === 0}
                  onChange={() => (all ? onDeselect : onSelect)(whole.map(({ key }) => key))}
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
        <tbody className="@max-table:block">
          {keys.map((key) => (
            <KeyRow
              key={key.key}
              link={keyLink({ redeem }, key.key)}
              row={key}
              selected={selected.has(key.key)}
              onToggle={() => (selected.has(key.key) ? onDeselect : onSelect)([key.key])}
              onRevoke={() => setRevoking(key.key)}
            />
          ))}
        </tbody>
      </table>
      {revoking && (
        <ConfirmDialog
          title="Revoke this key?"
          text={
            <>
              <span className="mono text-fg">{revoking}</span> can then no longer be redeemed. This cannot be
              taken back.
            </>
          }
          confirmLabel="Yes, revoke"
          failure="Failed to revoke the key"
          onConfirm={() => revoke(revoking)}
          onClosed={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

type KeyRowProps = {
  /** The redeem link of this key. */
  link: string;
  row: Key;
  selected: boolean;
  onToggle: () => void;
  onRevoke: () => void;
};

function KeyRow({ link, row, selected, onToggle, onRevoke }: KeyRowProps) {
  const { manages } = useRights();
  const masked = isMasked(row.key);
  return (
    <tr className="border-line @max-table:grid @max-table:grid-cols-[1fr_auto] cramped:block! cramped:*:text-left @max-table:items-center @max-table:gap-x-3 @max-table:gap-y-2 @max-table:px-4 @max-table:py-3.5 not-first:border-t @min-table:border-t">
      <td className={`${cell} @max-table:col-span-2 @min-table:whitespace-nowrap`}>
        <span className="inline-flex items-center gap-1">
          <Checkbox
            aria-label={`Select ${row.key}`}
            checked={selected}
            disabled={masked}
            onChange={onToggle}
            className="mr-1.5"
          />
          {row.status === 'redeemed' ? (
            <Link
              to={{ pathname: paths.orders, search: `order=${row.key}` }}
              title="Open the order"
              className="hit-44 mono font-medium hover:underline"
            >
              {row.key}
            </Link>
          ) : (
            <span className={`mono font-medium ${row.status === 'revoked' ? 'text-fg3 line-through' : ''}`}>
              {row.key}
            </span>
          )}
          {!masked && <CopyButton text={row.key} label={`Copy ${row.key}`} />}
          {row.status === 'unused' && manages && !masked && <CopyLinkButton link={link} keyText={row.key} />}
        </span>
      </td>
      <td className={cell}>
        <Badge status={row.status} />
      </td>
      <td
        className={`${cell} @max-table:row-start-3 @min-table:whitespace-nowrap ${row.status === 'unused' ? '' : '@max-table:col-span-2'}`}
      >
        {formatCount(row.amount, 'boost')}
        <span className="block text-small text-fg3">{stockName(row.stock)}</span>
      </td>
      <td
        className={`${cell} @min-table:max-w-0 @min-table:w-full ${row.note || row.email ? '' : '@max-table:hidden!'} @max-table:col-span-2 @max-table:row-start-4 @max-table:min-w-0`}
      >
        <span
          title={row.note ?? undefined}
          dir="auto"
          // Where there is no email, two lines have room.
          className={`text-left text-fg2 ${row.email ? 'block truncate' : 'line-clamp-2 wrap-anywhere'}`}
        >
          {row.note}
        </span>
        {row.email && (
          <span title={row.email} className="block truncate text-small text-fg3">
            {row.email}
          </span>
        )}
      </td>
      <td className={`${cell} text-right text-small text-fg3 tabular-nums @min-table:whitespace-nowrap`}>
        {formatDateTime(row.createdAt)}
        {row.redeemedAt && (
          <span className="block text-fg2">
            Redeemed <span className="whitespace-nowrap">{formatDateTime(row.redeemedAt)}</span>
          </span>
        )}
      </td>
      <td
        className={`${cell} text-right ${row.status === 'unused' ? '' : '@max-table:hidden!'} @max-table:col-start-2 @max-table:row-start-3`}
      >
        {row.status === 'unused' && manages && !masked && (
          <>
            <IconButton
              label={`Revoke ${row.key}`}
              size={28}
              icon={<Ban aria-hidden size={16} strokeWidth={1.75} />}
              onClick={onRevoke}
              className="enabled:hover:text-red! @max-table:hidden"
            />
            <CopyTextButton
              text={link}
              label="Link"
              name={`Copy link of ${row.key}`}
              said="Link copied!"
              icon={<Link2 aria-hidden size={16} strokeWidth={1.75} />}
              className="mr-2 @min-table:hidden"
            />
            <Button
              size="xs"
              aria-label={`Revoke ${row.key}`}
              icon={<Ban aria-hidden size={16} strokeWidth={1.75} />}
              onClick={onRevoke}
              className="@min-table:hidden"
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
      // The narrow layout has a button with a label below instead.
      className="@max-table:hidden"
    />
  );
}
