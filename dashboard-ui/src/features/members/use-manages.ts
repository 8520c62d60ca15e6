import { useQuery } from '@tanstack/react-query';
import { helpingQuery } from './queries';
import { rightsOf } from './use-rights';

/**
 * Whether the signed-in user may manage the storefront. False until that is known, so that nobody is asked for what
 * they may not do.
 */
export function useManages(): boolean {
  const { data } = useQuery(helpingQuery);
  return data !== undefined && rightsOf(data.role).manages;
}
