import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { toast } from '../../ui/toast';
import { deliver, orderQuery } from './queries';

export type Verdict = 'delivered' | 'failed';

export type Verdicts = ReturnType<typeof useVerdicts>;

/** Names its order, because the dialog may show another one by the time of the answer. */
type Sent = { orderId: string; results: { token: string; ok: boolean }[] };

const mutationKey = ['verdicts'];

/** The seller's verdicts on waiting tokens: chosen one by one, saved together. */
export function useVerdicts(orderId: string, pending: string[]) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Record<string, Verdict>>({});
  // The same dialog steps from one order to the next.
  const [ofOrder, setOfOrder] = useState(orderId);
  if (ofOrder !== orderId) {
    setOfOrder(orderId);
    setChosen({});
  }
  const results = pending.flatMap((token) => {
    const verdict = chosen[token];
    return verdict ? [{ token, ok: verdict === 'delivered' }] : [];
  });

  const underWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Sent).orderId,
  });
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ orderId, results }: Sent) => deliver(orderId, results),
    onSuccess({ message, order }, sent) {
      toast(message);
      // Verdicts that were chosen in the meantime are kept.
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
    /** Choosing the same verdict again takes it back. */
    choose: (token: string, verdict: Verdict) =>
      setChosen(({ [token]: before, ...others }) =>
        before === verdict ? others : { ...others, [token]: verdict },
      ),
    set: (token: string, verdict: Verdict) => setChosen((before) => ({ ...before, [token]: verdict })),
    chooseAll: (verdict: Verdict) => setChosen(Object.fromEntries(pending.map((token) => [token, verdict]))),
    decided: results.length,
    save: () => mutate({ orderId, results }),
    saving: underWay.includes(orderId),
  };
}
