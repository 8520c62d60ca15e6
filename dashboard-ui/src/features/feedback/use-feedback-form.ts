import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../../ui/toast';
import { useKeepUnsent } from '../auth/use-unsent';

type FeedbackFormUse<Values> = {
  /** What it is of. */
  name: string;
  /** What is in it, unless it is empty. */
  typed: Values | undefined;
  open: boolean;
  onClose: () => void;
  /** As it is now. */
  getValues: () => Values;
  reset: () => void;
  focusTitle: () => void;
  create: (values: Values) => Promise<unknown>;
  /** Of the list that shows it. */
  queryKey: QueryKey;
  words: { created: string; failed: string };
};

/** What is typed survives a closed form, a failed call and the end of the session; it goes with Cancel and, unless it has changed since, with success. */
export function useFeedbackForm<Values>(use: FeedbackFormUse<Values>) {
  const { open, onClose, reset, focusTitle, queryKey, words } = use;
  const queries = useQueryClient();
  useKeepUnsent(use.name, use.typed);

  useEffect(() => {
    if (open) focusTitle();
    // The function is a new one each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
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
