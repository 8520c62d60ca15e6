import { useQuery } from '@tanstack/react-query';
import { helpingQuery } from './queries';

/** What the signed-in user may do in the storefront. Until it is known: what a seller may, and the server decides. */
export function useRights() {
  const { data } = useQuery(helpingQuery);
  const role = data?.role ?? null;
  return {
    role,
    /** Says what became of tokens. */
    packs: role !== 'viewer',
    manages: role === null || role === 'manager',
    owns: role === null,
  };
}
