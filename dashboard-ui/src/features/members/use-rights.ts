import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/types';
import { helpingQuery } from './queries';

export type Rights = ReturnType<typeof rightsOf>;

/** What a role allows; without a role, what a seller may do. */
export const rightsOf = (role: Schema<'Helping'>['role']) => ({
  /** May look at the storefront. */
  reads: role !== 'ended',
  /** May record the outcome of tokens. */
  packs: role !== 'viewer' && role !== 'ended',
  manages: role === null || role === 'manager',
  owns: role === null,
});

/**
 * What the signed-in user may do in the storefront. All of a seller's rights until that is known; the server decides
 * anyway. `known`: whether somebody is signed in.
 */
export function useRights(known = true): Rights {
  const { data } = useQuery({ ...helpingQuery, enabled: known });
  return rightsOf(data?.role ?? null);
}
