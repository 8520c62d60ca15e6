import { RefreshCw } from 'lucide-react';
import { titleCase } from '../../shared/format/words';
import { Button } from '../../ui/button';
import { SearchInput } from '../../ui/input';
import { Select, type Option } from '../../ui/select';
import { all, severities, type LogFilter } from './log-filter';

const severityOptions: Option<LogFilter['severity']>[] = [
  { value: all, label: 'All Severities' },
  ...severities.map((severity) => ({ value: severity, label: titleCase(severity) })),
];

type LogToolsProps = {
  filter: LogFilter;
  onSearch: (search: string) => void;
  onChoose: (choices: Pick<LogFilter, 'severity' | 'action'>) => void;
  /** The distinct actions in the log. */
  actions: string[];
  onRefresh: () => void;
  refreshing: boolean;
};

export function LogTools({ filter, onSearch, onChoose, actions, onRefresh, refreshing }: LogToolsProps) {
  const actionOptions = [
    { value: all, label: 'All Actions' },
    ...actions.map((action) => ({ value: action, label: titleCase(action) })),
  ];
  const search = 'Search by username, action, or details...';
  return (
    <div className="flex flex-wrap gap-3 max-lg:grid max-lg:grid-cols-[1fr_1fr_auto] max-sm:grid-cols-2 max-[22rem]:grid-cols-1">
      <SearchInput
        first
        aria-label={search}
        placeholder={search}
        value={filter.search}
        onChange={(event) => onSearch(event.target.value)}
        className="min-w-[min(13rem,100%)] flex-1 max-lg:col-span-full"
      />
      <Select
        aria-label="Severity"
        value={filter.severity}
        onChange={(severity) => onChoose({ ...filter, severity })}
        options={severityOptions}
        className="lg:w-42"
      />
      <Select
        aria-label="Action"
        value={filter.action}
        onChange={(action) => onChoose({ ...filter, action })}
        options={actionOptions}
        className="lg:w-50"
      />
      <Button
        busy={refreshing}
        icon={<RefreshCw aria-hidden size={16} strokeWidth={1.75} />}
        busyIcon={<RefreshCw aria-hidden size={16} strokeWidth={1.75} className="spin" />}
        onClick={onRefresh}
        className="max-sm:col-span-full"
      >
        Refresh
      </Button>
    </div>
  );
}
