import { TriangleAlert } from 'lucide-react';
import { formatCount } from '../../shared/format/number';
import { Age } from '../../ui/age';
import { Badge } from '../../ui/badge';
import type { StoreCall } from './queries';
import { storeFacts } from './store-facts';
import { StoreMark } from './store-mark';
import { verdicts } from './verdicts';

export function CallRow({ call, onOpen }: { call: StoreCall; onOpen: () => void }) {
  const { title } = storeFacts[call.provider];
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 px-5 py-3 hover:bg-s2 max-sm:gap-x-3 max-sm:px-4">
      <StoreMark provider={call.provider} />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            aria-label={named(call)}
            onClick={onOpen}
            className="cursor-pointer text-left font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-pink-text"
          >
            {title}
          </button>
          <Badge status={verdicts[call.verdict].badge} />
          {call.short && (
            <span className="inline-flex items-center gap-1 text-caption font-medium text-amber">
              <TriangleAlert aria-hidden size={13} strokeWidth={1.75} />
              Short of stock
            </span>
          )}
        </p>
        <p title={said(call)} className="text-small wrap-anywhere text-fg2 sm:truncate max-sm:line-clamp-2">
          {said(call)}
        </p>
      </div>
      <Age time={call.at} className="text-small/5 text-fg3" />
    </li>
  );
}

const named = ({ provider, verdict, purchase }: StoreCall) =>
  [storeFacts[provider].title, verdicts[verdict].label, purchase, 'show the call'].filter(Boolean).join(', ');

const bought = (product: string, variant: string | null, quantity: number | null) =>
  `Product ${product}${variant ? `, variant ${variant}` : ''}${quantity && quantity > 1 ? ` × ${quantity}` : ''}`;

function said({ product, variant, quantity, email, keys, purchase, verdict }: StoreCall): string {
  const parts = [
    product && bought(product, variant, quantity),
    keys.length > 0 && formatCount(keys.length, 'key'),
    email,
    purchase,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : verdicts[verdict].meaning;
}
