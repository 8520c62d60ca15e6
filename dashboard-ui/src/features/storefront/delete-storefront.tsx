import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { formatCount } from '../../shared/format/number';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { toast } from '../../ui/toast';
import { stockQuery } from '../stock/queries';
import { deleteStorefront, storefrontsQuery } from './queries';

type Storefront = Schema<'Storefront'>;

type WithDeletionProps = { storefront: Storefront; children: (button: ReactNode) => ReactNode };

/**
 * Draws the delete button within a form, and its dialog outside of it: inside, Enter in the dialog's field would
 * submit the form.
 */
export function WithDeletion({ storefront, children }: WithDeletionProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {children(
        <Button kind="danger" size="sm" onClick={() => setAsking(true)}>
          Delete
        </Button>,
      )}
      {asking && <DeleteDialog storefront={storefront} onClosed={() => setAsking(false)} />}
    </>
  );
}

type DeleteDialogProps = { storefront: Storefront; onClosed: () => void };

/** Names the consequences and requires the name to be typed, so that nobody deletes a storefront by accident. */
function DeleteDialog({ storefront: { guildId, name }, onClosed }: DeleteDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');

  async function remove() {
    await deleteStorefront(guildId);
    toast('Storefront deleted!');
    // Without that storefront the address selects the first one, so there is no need to navigate.
    await queries.invalidateQueries({ queryKey: storefrontsQuery.queryKey });
  }

  return (
    <ConfirmDialog
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      text={
        <div className="flex flex-col gap-4">
          <Consequences guildId={guildId} />
          <Field
            label={
              <>
                Type <bdi>{name}</bdi> to delete it
              </>
            }
          >
            {(field) => <Input {...field} value={typed} onChange={(event) => setTyped(event.target.value)} />}
          </Field>
        </div>
      }
      confirmLabel="Yes, delete"
      confirmDisabled={asShown(typed) !== asShown(name)}
      failure="Failed to delete the storefront"
      onConfirm={remove}
      onClosed={onClosed}
    />
  );
}

/** HTML collapses whitespace, and a keyboard types only one kind of it. */
const asShown = (text: string) => text.normalize().replace(/\s+/g, ' ').trim();

function Consequences({ guildId }: { guildId: string }) {
  const { data: levels } = useQuery(stockQuery(guildId));
  const available = levels?.reduce((sum, level) => sum + level.available, 0);
  const stock = available === undefined ? 'Your stock' : formatCount(available, 'token');
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-4 text-pretty marker:text-fg3">
      <li>Customers can no longer redeem here or see the stock.</li>
      <li>{stock} in stock stay kept, and are back when you open this server’s storefront again.</li>
      <li>Unused keys stay unspent. They cannot be redeemed while the storefront is deleted.</li>
      <li>Orders stay on your list, and their status pages stay open.</li>
    </ul>
  );
}
