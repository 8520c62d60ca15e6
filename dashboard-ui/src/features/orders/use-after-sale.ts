import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { toast } from '../../ui/toast';
import { addNote, orderQuery, replaceFailed, retry } from './queries';

export type AfterSale = ReturnType<typeof useAfterSale>;

/** What a seller does about an order after the sale, one thing at a time. */
export function useAfterSale(orderId: string) {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ act }: { what: 'note' | 'retry' | 'replace'; act: () => Promise<string> }) => act(),
    async onSuccess(said) {
      toast(said);
      // An order that is done is not asked for again by itself.
      await queries.fetchQuery({ ...orderQuery(orderId), staleTime: 0 });
      makeStale(queries, 'orders');
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to change the order')),
  });

  return {
    busy: isPending ? variables.what : undefined,
    /** `follow` hears what becomes of it, also when the order was left meanwhile. */
    addNote(text: string, follow: (sending: Promise<unknown>) => Promise<void>) {
      const act = async () => {
        const sending = addNote(orderId, text);
        await follow(sending);
        return (await sending).message;
      };
      mutate({ what: 'note', act });
    },
    retry: () => mutate({ what: 'retry', act: async () => (await retry(orderId)).message }),
    replaceFailed() {
      const act = async () => {
        const { replaced } = await replaceFailed(orderId);
        return replaced === 1 ? '1 token replaced.' : `${replaced} tokens replaced.`;
      };
      mutate({ what: 'replace', act });
    },
  };
}
