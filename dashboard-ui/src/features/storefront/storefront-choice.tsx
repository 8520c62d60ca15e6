import { useQuery } from '@tanstack/react-query';
import { Select, type Option } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { storefrontsQuery } from './queries';

type StorefrontChoiceProps = {
  /** Empty for all storefronts. */
  guildId: string;
  /** Whether there will be several storefronts, as far as is known before they are. */
  isAhead: boolean;
  onChoose: (guildId: string) => void;
  className: string;
};

/** One of several storefronts, or all of them. */
export function StorefrontChoice({ guildId, isAhead, onChoose, className }: StorefrontChoiceProps) {
  const { data: storefronts, isError } = useQuery(storefrontsQuery);
  if (!storefronts)
    return isAhead && !isError && <Skeleton className={`h-9 max-sm:h-11 max-sm:w-full ${className}`} />;
  // The last one that is left may still be chosen.
  if (storefronts.length < 2 && guildId === '') return null;
  const options: Option<string>[] = [
    { value: '', label: 'All storefronts' },
    ...storefronts.map(({ guildId, name }) => ({ value: guildId, label: name })),
  ];
  return (
    <Select
      printed
      aria-label="Storefront"
      value={guildId}
      onChange={onChoose}
      options={options}
      className={`max-sm:w-full ${className}`}
    />
  );
}
