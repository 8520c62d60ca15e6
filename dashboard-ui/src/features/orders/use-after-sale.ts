import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { toast } from '../../ui/toast';
import { addNote, orderQuery, replaceFailed, retry } from './queries';

export type AfterSale = ReturnType<typeof useAfterSale>;

/** Names its order, because the dialog may show another one by the time of the answer. */
type Deed = { orderId: string; what: 'note' | 'retry' | 'replace'; act: () => Promise<string> };

const mutationKey = ['after sale'];

/** A seller's actions on an order after the sale. Each kind runs once at a time. */
export function useAfterSale(orderId: string) {
  const queries = useQueryClient();
  const underWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Deed,
  });
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ act }: Deed) => act(),
    async onSuccess(said, { orderId }) {
      toast(said);
      // Stays busy until the result is visible. If the order cannot be loaded, the action has still succeeded.
      await queries.prefetchQuery({ ...orderQuery(orderId), staleTime: 0 });
      makeStale(queries, 'orders');
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to change the order')),
  });

  return {
    busy: underWay.filter((deed) => deed.orderId === orderId).map(({ what }) => what),
    /** `follow` is given the pending call, and learns its outcome even if the dialog has moved to another order. */
    addNote(text: string, follow: (sending: Promise<unknown>) => Promise<void>) {
      const act = async () => {
        const sending = addNote(orderId, text);
        await follow(sending);
        return (await sending).message;
      };
      mutate({ orderId, what: 'note', act });
    },
    retry: () => mutate({ orderId, what: 'retry', act: async () => (await retry(orderId)).message }),
    replaceFailed() {
      const act = async () => {
        const { replaced } = await replaceFailed(orderId);
        return replaced === 1 ? '1 token replaced.' : `${replaced} tokens replaced.`;
      };
      mutate({ orderId, what: 'replace', act });
    },
  };
}
