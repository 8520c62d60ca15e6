import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage } from '../../api/client';
import { longestDeliveryText } from '../../shared/limits.gen';
import { toast } from '../../ui/toast';
import { useKeepUnsent, useUnsent } from '../auth/use-unsent';
import { countCharacters, tooLong } from './delivery-text';
import { deliveryTextQuery, saveDeliveryText } from './queries';

const unsent = 'delivery text';

/** The text in the editor, compared with the one last saved or loaded. */
export function useDeliveryText() {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(deliveryTextQuery);
  // Undefined while the editor follows the server.
  const [draft, setDraft] = useState(useUnsent<string>(unsent));
  const [reloading, setReloading] = useState(false);
  const saved = data?.text ?? '';
  const text = draft ?? saved;
  const dirty = text !== saved;
  useKeepUnsent(unsent, dirty ? text : undefined);

  const save = useMutation({
    mutationFn: saveDeliveryText,
    onSuccess(answer, sent) {
      queries.setQueryData(deliveryTextQuery.queryKey, { text: answer.text });
      // What was typed meanwhile stays.
      setDraft((draft) => (draft === sent ? undefined : draft));
      toast('Autobuy delivery text saved!');
    },
    onError(error) {
      const failed = 'Failed to save autobuy delivery text';
      const refused = error instanceof ApiError && error.status === 422;
      toast.error(refused ? errorMessage(error, failed) : failed);
    },
  });

  function change(next: string) {
    // While a save is pending, typing the old saved text again is a change, too.
    setDraft(next === saved && !save.isPending ? undefined : next);
  }

  async function reload() {
    const before = draft;
    setReloading(true);
    const answer = await refetch();
    setReloading(false);
    if (answer.isError) toast.error('Failed to reload autobuy delivery text');
    // What was typed meanwhile stays.
    else setDraft((draft) => (draft === before ? undefined : draft));
  }

  return {
    // A text that could not be loaded counts as empty.
    status: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    text,
    dirty,
    change,
    save() {
      if (countCharacters(text) > longestDeliveryText) toast.error(tooLong);
      else save.mutate(text);
    },
    saving: save.isPending,
    reload,
    reloading,
  };
}
