import { useQuery } from '@tanstack/react-query';
import { helpingQuery } from './queries';
import { rightsOf } from './use-rights';

/** Whether the signed-in user runs the storefront. Until it is known: no, so that nobody asks for what is not theirs. */
export function useManages(): boolean {
  const { data } = useQuery(helpingQuery);
  return data !== undefined && rightsOf(data.role).manages;
}
