import { TriangleAlert } from 'lucide-react';
import { formatCount } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Button } from '../../ui/button';
import { CopyBlock } from '../../ui/copy-block';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';

/** Tokens that were taken out of a stock. */
export type Taken = { stock: string; tokens: string[] };

/** Shows the tokens that were taken out. */
export function TakenDialog({ stock, tokens, onClosed }: Taken & { onClosed: () => void }) {
  const modal = useModal(onClosed);
  return (
    <Dialog
      modal={modal}
      persistent
      title={`${formatCount(tokens.length, 'token')} taken out`}
      subtitle={stockName(stock)}
      footer={<Button onClick={modal.close}>Done</Button>}
    >
      <p className="flex gap-2.5 rounded-control px-3.5 py-2.5 text-small text-pretty text-amber tint">
        <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
        Copy or download them: under Recent exports they can be read again for 24 hours only, and only while
        their storefront is open.
      </p>
      <CopyBlock label="Exported tokens" lines={tokens} fileName={`export-${stock}`} />
    </Dialog>
  );
}
