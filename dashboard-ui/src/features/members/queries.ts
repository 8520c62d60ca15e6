import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { takeHelping } from '../../api/live-updates';
import type { Schema } from '../../api/types';

export type Member = Schema<'Member'>;
export type Role = Member['role'];

/** The prefix of the query keys of all storefronts' helpers. */
const allMembers = ['members'] as const;

export const membersQuery = (guildId: string) =>
  queryOptions({
    queryKey: [...allMembers, guildId],
    queryFn: ({ signal }) =>
      api.get('/api/storefronts/{guildId}/members', { params: { path: { guildId } }, signal }),
  });

/** The role in which the signed-in user helps; null for sellers. */
export const helpingQuery = queryOptions({
  queryKey: [...allMembers, 'helping'],
  queryFn: ({ signal }) => takeHelping() ?? api.get('/api/user/helping', { signal }),
  staleTime: Infinity,
});

export const addMember = (guildId: string, body: Schema<'MemberInput'>) =>
  api.post('/api/storefronts/{guildId}/members', { params: { path: { guildId } }, body });

export const changeMember = (guildId: string, id: string, body: Schema<'MemberChange'>) =>
  api.put('/api/storefronts/{guildId}/members/{id}', { params: { path: { guildId, id } }, body });

export const resetMemberCode = (guildId: string, id: string) =>
  api.post('/api/storefronts/{guildId}/members/{id}/reset-code', { params: { path: { guildId, id } } });

export const removeMember = (guildId: string, id: string) =>
  api.delete('/api/storefronts/{guildId}/members/{id}', { params: { path: { guildId, id } } });
