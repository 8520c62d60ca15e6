import { SearchInput } from '../../ui/input';
import { Select, type Option } from '../../ui/select';
import { pageSizes, type PageSize, type StatusFilter } from './page-address';

const filters: Option<StatusFilter>[] = [
  { value: 'all', label: 'All Status' },
  { value: 'completed', label: 'Completed' },
  { value: 'partial', label: 'Partial' },
  { value: 'failed', label: 'Failed' },
];
const sizes = pageSizes.map((size): Option<string> => ({ value: String(size), label: String(size) }));

const searchName = 'Search in this page…';

type OrderToolsProps = {
  search: string;
  onSearch: (search: string) => void;
  filter: StatusFilter;
  onFilter: (filter: StatusFilter) => void;
  size: PageSize;
  onSize: (size: PageSize) => void;
};

export function OrderTools({ search, onSearch, filter, onFilter, size, onSize }: OrderToolsProps) {
  return (
    <div className="flex gap-3 max-sm:flex-wrap">
      <SearchInput
        aria-label={searchName}
        placeholder={searchName}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className="flex-1 max-sm:basis-full"
      />
      <Select
        aria-label="Status"
        value={filter}
        onChange={onFilter}
        options={filters}
        className="w-38 max-sm:flex-1"
      />
      <Select
        aria-label="Orders per page"
        value={String(size)}
        onChange={(value) => onSize(Number(value) as PageSize)}
        options={sizes}
        className="w-21"
      />
    </div>
  );
}
