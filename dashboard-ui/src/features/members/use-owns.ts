import { useQuery } from '@tanstack/react-query';
import { helpingQuery } from './queries';

/** Whether the signed-in user is the seller. Until it is known: no, so that a helper is not asked what only a seller may. */
export function useOwns(): boolean {
  const { data } = useQuery(helpingQuery);
  return data !== undefined && data.role === null;
}
