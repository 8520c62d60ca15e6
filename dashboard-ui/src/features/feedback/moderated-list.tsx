import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { toast } from '../../ui/toast';
import { useUser } from '../auth/require-user';

/** What an admin can do with one entry. */
export type Moderation = { onAdvance: () => void; onDelete: () => void; busy: boolean };

type Act = { call: (id: string) => Promise<unknown>; done: string; failed: string };

type ModeratedListProps<Entry> = {
  entries: Entry[];
  idOf: (entry: Entry) => string;
  /** The query key of the list that shows the entries. */
  queryKey: QueryKey;
  /** Moves an entry to its final status: implemented or fixed. */
  advance: Act;
  remove: Act & { question: string };
  /** `moderation` is undefined for users who are no admins. */
  children: (entry: Entry, moderation: Moderation | undefined) => ReactNode;
};

export function ModeratedList<Entry extends { title: string }>(props: ModeratedListProps<Entry>) {
  const { entries, idOf, queryKey, advance, remove, children } = props;
  const { admin } = useUser();
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState<Entry>();
  const refresh = () => queries.invalidateQueries({ queryKey });

  const advancing = useMutation({
    mutationFn: advance.call,
    onSuccess: () => toast(advance.done),
    onError: () => toast.error(advance.failed),
    // Returns the refetch, so that the mutation stays busy until the list shows the result.
    onSettled: refresh,
  });

  async function confirmed(entry: Entry) {
    try {
      await remove.call(idOf(entry));
      toast(remove.done);
    } catch (error) {
      // The sentence is the same whatever the server says.
      toast.error(remove.failed);
      throw error;
    } finally {
      void refresh();
    }
  }

  const moderationOf = (entry: Entry): Moderation => ({
    onAdvance: () => advancing.mutate(idOf(entry)),
    onDelete: () => setDeleting(entry),
    busy: advancing.isPending && advancing.variables === idOf(entry),
  });

  return (
    <>
      <ul className="divide-y divide-line">
        {entries.map((entry) => children(entry, admin ? moderationOf(entry) : undefined))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title={remove.question}
          text={<span className="wrap-anywhere">{deleting.title}</span>}
          confirmLabel="Delete"
          onConfirm={() => confirmed(deleting)}
          onClosed={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
