import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleX,
  MessageCircle,
  Replace,
  RotateCw,
  Store,
  Target,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { formatNumber } from '../../shared/format/number';
import { paths } from '../../paths';
import { stockName } from '../../shared/format/words';
import { Badge } from '../../ui/badge';
import { Button, ExternalButton } from '../../ui/button';
import { CopyButton, CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { Failed } from '../../ui/empty';
import { useModal } from '../../ui/modal';
import { ProgressBar, textColours } from '../../ui/progress-bar';
import { Skeleton } from '../../ui/skeleton';
import { DeliveryVerdicts } from './delivery-verdicts';
import { dialogColour, failedBoosts, shownStatus, successfulBoosts, successRate, type Order } from './order';
import { Notes, OrderHistory } from './order-journal';
import { orderQuery } from './queries';
import { TokenList } from './token-list';
import { useAfterSale, type AfterSale } from './use-after-sale';
import { useVerdicts, type Verdicts } from './use-verdicts';

/** One order with everything about it; what waits for the seller's verdict is decided here. */
export function OrderDialog({ orderId, onClosed }: { orderId: string; onClosed: () => void }) {
  const modal = useModal(onClosed);
  const { data: order, isError, refetch, isFetching } = useQuery(orderQuery(orderId));
  const verdicts = useVerdicts(orderId, order?.pending ?? []);
  const afterSale = useAfterSale(orderId);

  return (
    <Dialog
      modal={modal}
      width={720}
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <span className="mono text-[16px]/6 tracking-normal break-all">{orderId}</span>
          {order && <Badge status={shownStatus(order)} />}
        </span>
      }
      subtitle={order ? formatDateTime(order.createdAt) : undefined}
      footer={order && <FooterButtons order={order} verdicts={verdicts} afterSale={afterSale} />}
    >
      {order ? (
        <>
          <Figures order={order} />
          <Info order={order} />
          {order.pending.length > 0 && <DeliveryVerdicts pending={order.pending} verdicts={verdicts} />}
          <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
            <TokenList
              title="Successful tokens"
              icon={<CircleCheck aria-hidden size={16} strokeWidth={1.75} className="text-green" />}
              tokens={order['tokens-used'].success}
            />
            <TokenList
              title="Failed tokens"
              icon={<CircleX aria-hidden size={16} strokeWidth={1.75} className="text-red" />}
              tokens={order['tokens-used'].failed}
            />
          </div>
          <Customer order={order} />
          <Notes order={order} afterSale={afterSale} />
          <OrderHistory order={order} />
        </>
      ) : isError ? (
        <Failed title="This order could not be loaded" onRetry={refetch} busy={isFetching} />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-5">
          <Skeleton className="h-20" />
          <Skeleton className="h-27" />
          <Skeleton className="h-32" />
        </div>
      )}
    </Dialog>
  );
}

function Figures({ order }: { order: Order }) {
  const rate = Math.min(100, successRate(order));
  const colour = dialogColour(rate);
  const tone = textColours[colour];
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-3 gap-3 max-sm:gap-2">
        <Tile icon={CircleCheck} iconClass="text-green" label="Successful">
          {formatNumber(successfulBoosts(order))}
        </Tile>
        <Tile icon={CircleX} iconClass="text-red" label="Failed">
          {formatNumber(failedBoosts(order))}
        </Tile>
        <Tile icon={Target} iconClass={tone} label="Success Rate" figureClass={tone}>
          {Math.round(rate)}%
        </Tile>
      </dl>
      <ProgressBar tall percent={rate} colour={colour} label="Success rate" />
    </div>
  );
}

type TileProps = {
  icon: LucideIcon;
  iconClass: string;
  label: string;
  figureClass?: string;
  children: ReactNode;
};

function Tile({ icon: Icon, iconClass, label, figureClass = '', children }: TileProps) {
  return (
    <div className="flex flex-col gap-2 rounded-tall border border-line bg-s2 px-3.5 py-3 max-sm:gap-1 max-sm:px-3">
      <dt className="flex items-center gap-1.5 text-small font-medium text-fg2 max-sm:text-caption">
        <Icon aria-hidden size={16} strokeWidth={1.75} className={`shrink-0 max-sm:hidden ${iconClass}`} />
        <span className="truncate">{label}</span>
      </dt>
      <dd className={`text-figure-tile tabular-nums max-sm:text-[22px]/7 ${figureClass}`}>{children}</dd>
    </div>
  );
}

function Info({ order }: { order: Order }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-tall border border-line bg-line max-sm:grid-cols-1">
      <InfoItem label="Guild ID" value={order.guildId} mono />
      <InfoItem label="Invite" value={order.invite} mono />
      <InfoItem label="Stock Type" value={stockName(order.stock)} />
      <InfoItem label="BB Guild ID" value={order.BBGuildID} mono />
    </dl>
  );
}

function Customer({ order }: { order: Order }) {
  const { email, displayname, bio, avatar, banner } = order.customer;
  const rows: [string, string | null][] = [
    ['Email', email],
    ['Display name', displayname],
    ['Bio', bio],
    ['Avatar', avatar],
    ['Banner', banner],
  ];
  const given = rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  if (given.length === 0) return null;
  return (
    <section aria-label="Customer" className="flex flex-col gap-2.5">
      <h3 className="font-medium">Customer</h3>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-tall border border-line bg-line max-sm:grid-cols-1">
        {given.map(({ label, value }) => (
          <InfoItem
            key={label}
            label={label}
            value={value}
            wide={given.length % 2 === 1 && label === given.at(-1)?.label}
          />
        ))}
      </dl>
    </section>
  );
}

type InfoItemProps = { label: string; value: string; mono?: boolean; wide?: boolean };

function InfoItem({ label, value, mono, wide }: InfoItemProps) {
  return (
    <div className={`relative bg-s1 py-1.5 pr-11 pl-3.5 ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="text-caption text-fg2">{label}</dt>
      <dd className={mono ? 'mono break-all' : 'wrap-anywhere'}>
        {value}
        <span className="absolute top-1/2 right-2 -translate-y-1/2">
          <CopyButton text={value} label={`Copy ${label}`} />
        </span>
      </dd>
    </div>
  );
}

type FooterButtonsProps = { order: Order; verdicts: Verdicts; afterSale: AfterSale };

function FooterButtons({ order, verdicts, afterSale }: FooterButtonsProps) {
  const canReplace = order.state === 'done' && order['tokens-used'].failed.length > 0;
  return (
    <>
      <CopyTextButton
        size="md"
        text={new URL(paths.order(order.guildId, order.orderId), location.href).href}
        label="Copy status link"
      />
      {order.state === 'waiting' && (
        <Button
          busy={afterSale.busy === 'retry'}
          icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}
          onClick={afterSale.retry}
        >
          Send again
        </Button>
      )}
      {canReplace && (
        <Button
          busy={afterSale.busy === 'replace'}
          icon={<Replace aria-hidden size={16} strokeWidth={1.75} />}
          onClick={afterSale.replaceFailed}
        >
          Replace failed
        </Button>
      )}
      {order.discordLink && (
        <ExternalButton
          href={order.discordLink}
          icon={<MessageCircle aria-hidden size={16} strokeWidth={1.75} />}
        >
          Community
        </ExternalButton>
      )}
      {order.storeLink && (
        <ExternalButton href={order.storeLink} icon={<Store aria-hidden size={16} strokeWidth={1.75} />}>
          Visit Store
        </ExternalButton>
      )}
      {order.pending.length > 0 && (
        <Button
          kind="primary"
          busy={verdicts.saving}
          disabled={verdicts.decided === 0}
          onClick={verdicts.save}
          className="max-sm:basis-full"
        >
          Save verdicts
        </Button>
      )}
    </>
  );
}
