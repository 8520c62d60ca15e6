import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { toast } from '../../ui/toast';
import { deliver, orderQuery } from './queries';

export type Verdict = 'delivered' | 'failed';

export type Verdicts = ReturnType<typeof useVerdicts>;

/** The dialog may be at another order once it is answered. */
type Sent = { orderId: string; results: { token: string; ok: boolean }[] };

/** What the seller says of the tokens that wait: chosen one by one, saved together. */
export function useVerdicts(orderId: string, pending: string[]) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Record<string, Verdict>>({});
  // The dialog steps from one order to the next.
  const [ofOrder, setOfOrder] = useState(orderId);
  if (ofOrder !== orderId) {
    setOfOrder(orderId);
    setChosen({});
  }
  const results = pending.flatMap((token) => {
    const verdict = chosen[token];
    return verdict ? [{ token, ok: verdict === 'delivered' }] : [];
  });

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ orderId, results }: Sent) => deliver(orderId, results),
    onSuccess({ message, order }, sent) {
      toast(message);
      // What was chosen meanwhile stays.
      const isSaved = new Set(sent.results.map(({ token }) => token));
      setChosen((before) =>
        Object.fromEntries(Object.entries(before).filter(([token]) => !isSaved.has(token))),
      );
      queries.setQueryData(orderQuery(order.orderId).queryKey, order);
      makeStale(queries, 'orders');
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to save the delivery')),
  });

  return {
    of: (token: string): Verdict | undefined => chosen[token],
    /** The same verdict again takes it back. */
    choose: (token: string, verdict: Verdict) =>
      setChosen(({ [token]: before, ...others }) =>
        before === verdict ? others : { ...others, [token]: verdict },
      ),
    set: (token: string, verdict: Verdict) => setChosen((before) => ({ ...before, [token]: verdict })),
    chooseAll: (verdict: Verdict) => setChosen(Object.fromEntries(pending.map((token) => [token, verdict]))),
    decided: results.length,
    save: () => mutate({ orderId, results }),
    saving: isPending && variables.orderId === orderId,
  };
}
