import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { toast } from '../../../ui/toast';
import { useUser } from '../../auth/require-user';
import { deleteSuggestion, implementSuggestion, suggestionsQuery, type Suggestion } from './queries';
import { SuggestionRow } from './suggestion-row';

export function SuggestionList({ suggestions }: { suggestions: Suggestion[] }) {
  const { admin } = useUser();
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState<Suggestion>();
  const refresh = () => queries.invalidateQueries({ queryKey: suggestionsQuery.queryKey });

  const implement = useMutation({
    mutationFn: implementSuggestion,
    onSuccess: () => toast('Suggestion marked as implemented!'),
    onError: () => toast.error('Failed to mark suggestion as implemented'),
    // Busy until the list shows it.
    onSettled: refresh,
  });

  async function remove({ id }: Suggestion) {
    try {
      await deleteSuggestion(id);
      toast('Suggestion deleted successfully!');
    } catch (error) {
      toast.error('Failed to delete suggestion');
      throw error;
    } finally {
      void refresh();
    }
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {suggestions.map((suggestion) => (
          <SuggestionRow
            key={suggestion.id}
            suggestion={suggestion}
            moderation={
              admin
                ? {
                    onImplement: () => implement.mutate(suggestion.id),
                    onDelete: () => setDeleting(suggestion),
                    busy: implement.isPending && implement.variables === suggestion.id,
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title="Are you sure you want to delete this suggestion?"
          text={<span className="wrap-anywhere">{deleting.title}</span>}
          confirmLabel="Delete"
          onConfirm={() => remove(deleting)}
          onClosed={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
