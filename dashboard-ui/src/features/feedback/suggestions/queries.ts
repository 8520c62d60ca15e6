import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Schema } from '../../../api/types';

export type Suggestion = Schema<'Suggestion'>;
export type Vote = Schema<'Vote'>;

/** All suggestions, newest first, page by page. Each page carries the counts of all. */
export const suggestionsQuery = infiniteQueryOptions({
  queryKey: ['suggestions'],
  queryFn: ({ pageParam, signal }) =>
    api.get('/api/suggestions/fetch-all', { params: { query: { cursor: pageParam || undefined } }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
});

export const createSuggestion = (body: Schema<'CreateSuggestion'>) =>
  api.post('/api/suggestions/create', { body });

export const sendVote = (id: string, voteType: Vote) =>
  api.post('/api/suggestions/vote/{id}', { params: { path: { id } }, body: { voteType } });

export const implementSuggestion = (id: string) =>
  api.put('/api/suggestions/implement/{id}', { params: { path: { id } } });

export const deleteSuggestion = (id: string) =>
  api.delete('/api/suggestions/delete/{id}', { params: { path: { id } } });
