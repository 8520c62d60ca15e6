import { ModeratedList } from '../moderated-list';
import { BugRow } from './bug-row';
import { bugReportsQuery, deleteBugReport, fixBug, type BugReport } from './queries';

const fix = { call: fixBug, done: 'Bug marked as fixed!', failed: 'Failed to mark bug as fixed' };
const remove = {
  call: deleteBugReport,
  done: 'Bug report deleted successfully!',
  failed: 'Failed to delete bug report',
  question: 'Are you sure you want to delete this bug report?',
};

export function BugList({ bugs }: { bugs: BugReport[] }) {
  return (
    <ModeratedList
      entries={bugs}
      idOf={({ _id }) => _id}
      queryKey={bugReportsQuery.queryKey}
      advance={fix}
      remove={remove}
    >
      {(bug, moderation) => <BugRow key={bug._id} bug={bug} moderation={moderation} />}
    </ModeratedList>
  );
}
