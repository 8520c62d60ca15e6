import { useMutation, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../../api/client';
import type { Schema } from '../../../api/types';
import { toast } from '../../../ui/toast';
import { useUser } from '../../auth/require-user';
import { sendVote, suggestionsQuery, type Suggestion, type Vote } from './queries';
import { pressVote } from './votes';

type Votes = Schema<'VoteCounts'>;
const { queryKey } = suggestionsQuery;

/**
 * Votes are shown at once and undone when the server refuses. Votes on the same suggestion are sent one after the
 * other.
 */
export function useVote(suggestion: Suggestion) {
  const queries = useQueryClient();
  const user = useUser();
  const { id } = suggestion;
  const mutationKey = ['vote', id];
  /** The votes to show, even if a page that was requested earlier brings older ones. */
  const latest = useRef<Votes>(undefined);
  const show = (votes = latest.current) => {
    latest.current = votes;
    if (votes) showVotes(queries, id, votes);
  };

  const vote = useMutation({
    mutationKey,
    scope: { id: `vote ${id}` },
    mutationFn: (pressed: Vote) => sendVote(id, pressed),
    onMutate(pressed) {
      // A fetch that is under way does not know of this vote, so it is cancelled. The next page is not: the user has
      // asked for it.
      void queries.cancelQueries({ queryKey, predicate: (query) => !isNextPage(query) });
      const before = votesOf(shownSuggestion(queries, id) ?? suggestion);
      show(pressVote(before, user.id, pressed));
      // The next page resets the list to the votes from before this one.
      nextPage(queries)?.then(
        () => show(),
        () => {},
      );
      return before;
    },
    onSuccess(answer) {
      // If another vote on the same suggestion is under way, the screen already shows that, and its answer will
      // follow.
      if (queries.isMutating({ mutationKey }) === 1) show(votesOf(answer));
      if (answer.userVote !== 'none') toast('Vote added!');
    },
    onError(error, _pressed, before) {
      if (before) show(before);
      const gone = error instanceof ApiError && error.status === 404;
      toast.error(gone ? 'Invalid suggestion ID' : 'Failed to vote on suggestion');
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: ['vote'] }) > 1) return;
      const refetch = () => void queries.invalidateQueries({ queryKey });
      const coming = nextPage(queries);
      if (coming) coming.then(refetch, refetch);
      else refetch();
    },
  });

  return (pressed: Vote) => {
    if (id) vote.mutate(pressed);
    else toast.error('Invalid suggestion ID');
  };
}

const isNextPage = ({ state }: Query) => Boolean(state.fetchMeta?.fetchMore);

/** The fetch of the next page, while it is under way. */
const nextPage = (queries: QueryClient) =>
  queries.getQueryCache().find({ queryKey, predicate: isNextPage })?.promise;

function votesOf({ upvotes, downvotes, votes, userVote }: Votes): Votes {
  return { upvotes, downvotes, votes, userVote };
}

function shownSuggestion(queries: QueryClient, id: string): Suggestion | undefined {
  const pages = queries.getQueryData(queryKey)?.pages ?? [];
  return pages.flatMap((page) => page.suggestions).find((one) => one.id === id);
}

function showVotes(queries: QueryClient, id: string, votes: Votes) {
  const change = (one: Suggestion) => (one.id === id ? { ...one, ...votes } : one);
  queries.setQueryData(
    queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, suggestions: page.suggestions.map(change) })),
      },
  );
}
