import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Schema, Sparse } from '../../../api/types';

export type Suggestion = Schema<'Suggestion'>;
export type Vote = Schema<'Vote'>;

type SuggestionPage = Sparse<Schema<'Suggestions'>, 'counts' | 'next'>;
/** Stands in for what a suggestion lacks. */
const unsaid = {
  description: '',
  status: 'pending',
  author: '',
  createdAt: 0,
  upvotes: 0,
  downvotes: 0,
  votes: {},
  userVote: 'none',
} satisfies Partial<Suggestion>;
/** The server may send the id under either of two names. */
type Answered = Omit<SuggestionPage, 'suggestions'> & {
  suggestions: (Sparse<Suggestion, 'id' | keyof typeof unsaid> & { _id?: string })[];
};

/** All suggestions, newest first, page by page. Either each page carries the total counts, or none does. */
export const suggestionsQuery = infiniteQueryOptions({
  queryKey: ['suggestions'],
  queryFn: async ({ pageParam, signal }): Promise<SuggestionPage> => {
    const query = { cursor: pageParam || undefined };
    const page: Answered = await api.get('/api/suggestions/fetch-all', { params: { query }, signal });
    const suggestions = page.suggestions.map(({ _id = '', ...rest }) => ({ id: _id, ...unsaid, ...rest }));
    return { ...page, suggestions };
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
  select: toSuggestions,
});

/** The loaded suggestions, with the counts of all of them if the server sends them, else of these. */
function toSuggestions({ pages }: InfiniteData<SuggestionPage>) {
  const suggestions = pages.flatMap((page) => page.suggestions);
  return { suggestions, counts: pages[0]?.counts ?? countSuggestions(suggestions) };
}

function countSuggestions(suggestions: readonly Suggestion[]): Schema<'SuggestionCounts'> {
  const count = (wanted: Suggestion['status']) =>
    suggestions.filter(({ status }) => status === wanted).length;
  return { total: suggestions.length, pending: count('pending'), implemented: count('implemented') };
}

export const createSuggestion = (body: Schema<'CreateSuggestion'>) =>
  api.post('/api/suggestions/create', { body });

export const sendVote = (id: string, voteType: Vote) =>
  api.post('/api/suggestions/vote/{id}', { params: { path: { id } }, body: { voteType } });

export const implementSuggestion = (id: string) =>
  api.put('/api/suggestions/implement/{id}', { params: { path: { id } } });

export const deleteSuggestion = (id: string) =>
  api.delete('/api/suggestions/delete/{id}', { params: { path: { id } } });
