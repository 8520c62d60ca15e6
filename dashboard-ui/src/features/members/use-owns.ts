import { useQuery } from '@tanstack/react-query';
import { helpingQuery } from './queries';

/**
 * Whether the signed-in user is the seller. False until that is known, so that a helper is not asked for what only a
 * seller may do.
 */
export function useOwns(): boolean {
  const { data } = useQuery(helpingQuery);
  return data !== undefined && data.role === null;
}
