import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '../../ui/toast';
import { useKeepUnsent } from '../auth/use-unsent';

type FeedbackFormUse<Values> = {
  /** The name under which unsent input is kept. */
  name: string;
  /** The values of the form; undefined while it is empty. */
  typed: Values | undefined;
  open: boolean;
  onClose: () => void;
  /** The current values of the form. */
  getValues: () => Values;
  reset: () => void;
  focusTitle: () => void;
  create: (values: Values) => Promise<unknown>;
  /** The query key of the list that shows the entries. */
  queryKey: QueryKey;
  words: { created: string; failed: string };
};

/**
 * Input survives closing the form, a failed call and the end of the session. Cancel discards it, and so does success,
 * unless it was changed since it was sent.
 */
export function useFeedbackForm<Values>(use: FeedbackFormUse<Values>) {
  const { open, onClose, reset, queryKey, words } = use;
  const queries = useQueryClient();
  useKeepUnsent(use.name, use.typed);

  const focusTitle = useEffectEvent(use.focusTitle);
  useEffect(() => {
    if (open) focusTitle();
  }, [open]);

  function done() {
    reset();
    onClose();
  }

  const { mutate, isPending } = useMutation({
    mutationFn: use.create,
    onSuccess(_, sent) {
      toast(words.created);
      if (JSON.stringify(use.getValues()) === JSON.stringify(sent)) done();
      void queries.invalidateQueries({ queryKey });
    },
    onError: () => toast.error(words.failed),
  });

  return { create: mutate, busy: isPending, done };
}
