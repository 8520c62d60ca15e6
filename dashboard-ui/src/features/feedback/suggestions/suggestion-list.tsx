import { ModeratedList } from '../moderated-list';
import { deleteSuggestion, implementSuggestion, suggestionsQuery, type Suggestion } from './queries';
import { SuggestionRow } from './suggestion-row';

const implement = {
  call: implementSuggestion,
  done: 'Suggestion marked as implemented!',
  failed: 'Failed to mark suggestion as implemented',
};
const remove = {
  call: deleteSuggestion,
  done: 'Suggestion deleted successfully!',
  failed: 'Failed to delete suggestion',
  question: 'Are you sure you want to delete this suggestion?',
};

export function SuggestionList({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <ModeratedList
      entries={suggestions}
      idOf={({ id }) => id}
      queryKey={suggestionsQuery.queryKey}
      advance={implement}
      remove={remove}
    >
      {(suggestion, moderation) => (
        <SuggestionRow key={suggestion.id} suggestion={suggestion} moderation={moderation} />
      )}
    </ModeratedList>
  );
}
