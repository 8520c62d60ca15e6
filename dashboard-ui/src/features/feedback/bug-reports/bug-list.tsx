import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { toast } from '../../../ui/toast';
import { useUser } from '../../auth/require-user';
import { BugRow } from './bug-row';
import { bugReportsQuery, deleteBugReport, fixBug, type BugReport } from './queries';

export function BugList({ bugs }: { bugs: BugReport[] }) {
  const { admin } = useUser();
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState<BugReport>();
  const refresh = () => queries.invalidateQueries({ queryKey: bugReportsQuery.queryKey });

  const fix = useMutation({
    mutationFn: fixBug,
    onSuccess: () => toast('Bug marked as fixed!'),
    onError: () => toast.error('Failed to mark bug as fixed'),
    // Busy until the list shows it.
    onSettled: refresh,
  });

  async function remove({ _id }: BugReport) {
    try {
      await deleteBugReport(_id);
      toast('Bug report deleted successfully!');
    } catch (error) {
      toast.error('Failed to delete bug report');
      throw error;
    } finally {
      void refresh();
    }
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {bugs.map((bug) => (
          <BugRow
            key={bug._id}
            bug={bug}
            moderation={
              admin
                ? {
                    onFix: () => fix.mutate(bug._id),
                    onDelete: () => setDeleting(bug),
                    busy: fix.isPending && fix.variables === bug._id,
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title="Are you sure you want to delete this bug report?"
          text={<span className="wrap-anywhere">{deleting.title}</span>}
          confirmLabel="Delete"
          onConfirm={() => remove(deleting)}
          onClosed={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
