import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/types';
import { helpingQuery } from './queries';

export type Rights = ReturnType<typeof rightsOf>;

/** What a role lets its helper do; without a role, what a seller may. */
export const rightsOf = (role: Schema<'Helping'>['role']) => ({
  /** Looks at a storefront. */
  reads: role !== 'ended',
  /** Says what became of tokens. */
  packs: role !== 'viewer' && role !== 'ended',
  manages: role === null || role === 'manager',
  owns: role === null,
});

/**
 * What the signed-in user may do in the storefront. Until it is known: what a seller may, and the server decides.
 * `known`: whether somebody is signed in.
 */
export function useRights(known = true): Rights {
  const { data } = useQuery({ ...helpingQuery, enabled: known });
  return rightsOf(data?.role ?? null);
}
