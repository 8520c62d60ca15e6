import { stockName } from '../../shared/format/words';
import { CopyButton } from '../../ui/copy-button';
import type { Order } from './order';

/** Where the order is delivered to, and what was ordered. */
export function Info({ order }: { order: Order }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-tall border border-line bg-line max-sm:grid-cols-1">
      <InfoItem label="Guild ID" value={order.guildId} mono />
      <InfoItem label="Invite" value={order.invite} mono />
      <InfoItem label="Stock Type" value={stockName(order.stock)} />
      <InfoItem label="BB Guild ID" value={order.BBGuildID} mono />
    </dl>
  );
}

type InfoItemProps = { label: string; value: string; mono?: boolean; wide?: boolean };

/** A value with a copy button. */
export function InfoItem({ label, value, mono, wide }: InfoItemProps) {
  return (
    <div className={`relative bg-s1 py-1.5 pr-11 pl-3.5 ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="text-caption text-fg2">{label}</dt>
      <dd dir="auto" className={`text-left ${mono ? 'mono break-all' : 'wrap-anywhere'}`}>
        {value}
        <span className="absolute top-1/2 right-2 -translate-y-1/2">
          <CopyButton text={value} label={`Copy ${label}`} />
        </span>
      </dd>
    </div>
  );
}
