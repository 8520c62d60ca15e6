import { useQuery } from '@tanstack/react-query';
import { storefrontsQuery } from './queries';

/** Names the storefront of a chat server where there are several to tell apart. */
export function useShopName(guildId: string | undefined): string | undefined {
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  return storefronts.length > 1 ? storefronts.find((one) => one.guildId === guildId)?.name : undefined;
}
