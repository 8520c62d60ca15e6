import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Schema } from '../../../api/types';

export type Suggestion = Schema<'Suggestion'>;
export type Vote = Schema<'Vote'>;

/** All suggestions, newest first, page by page. Each page carries the counts of all. */
export const suggestionsQuery = infiniteQueryOptions({
  queryKey: ['suggestions'],
  queryFn: ({ pageParam, signal }) =>
    api.get<Schema<'Suggestions'>>(`/api/suggestions/fetch-all${pageParam ? `?cursor=${pageParam}` : ''}`, {
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
});

export const createSuggestion = (wanted: Schema<'CreateSuggestion'>) =>
  api.post<Schema<'SuggestionCreated'>>('/api/suggestions/create', wanted);

export const sendVote = (id: string, voteType: Vote) =>
  api.post<Schema<'Voted'>>(`/api/suggestions/vote/${encodeURIComponent(id)}`, {
    voteType,
  } satisfies Schema<'VoteRequest'>);

export const implementSuggestion = (id: string) =>
  api.put<Schema<'Ack'>>(`/api/suggestions/implement/${encodeURIComponent(id)}`);

export const deleteSuggestion = (id: string) =>
  api.delete<Schema<'Ack'>>(`/api/suggestions/delete/${encodeURIComponent(id)}`);
