import { useQuery } from '@tanstack/react-query';
import { storefrontsQuery } from './queries';

/** Which of several storefronts something belongs to, behind a date on its line. Nothing where there is only one. */
export function ShopName({ guildId }: { guildId: string }) {
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  const shop = storefronts.length > 1 && storefronts.find((one) => one.guildId === guildId);
  if (!shop) return null;
  return (
    <>
      <span aria-hidden className="px-1.5">
        •
      </span>
      <bdi className="truncate" title={shop.name}>
        {shop.name}
      </bdi>
    </>
  );
}
