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
import { formatCount, formatNumber } from '../../shared/format/number';
import { Badge } from '../../ui/badge';
import { Button, ExternalButton } from '../../ui/button';
import { CopyButton, CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { Failed } from '../../ui/empty';
import { LeaveGuard } from '../../ui/leave-guard';
import { useModal } from '../../ui/modal';
import { ProgressBar, textColours } from '../../ui/progress-bar';
import { Skeleton } from '../../ui/skeleton';
import { useOwnDomains } from '../custom-domain/use-own-domains';
import { useRights } from '../members/use-rights';
import { activeDomain, customerLinks } from '../storefront/customer-links';
import { ShopName } from '../storefront/shop-name';
import { DeliveryVerdicts } from './delivery-verdicts';
import {
  dialogColour,
  failedBoosts,
  failureReasons,
  isRated,
  replacedBy,
  shownStatus,
  successfulBoosts,
  successRate,
  type Order,
} from './order';
import { Customer } from './order-customer';
import { Info } from './order-info';
import { OrderSkeleton } from './order-skeleton';
import { OrderSteps, type Steps } from './order-steps';
import { Notes, OrderHistory } from './order-journal';
import { orderQuery } from './queries';
import { TokenList } from './token-list';
import { useAfterSale, type AfterSale } from './use-after-sale';
import { useVerdicts, type Verdicts } from './use-verdicts';

type OrderDialogProps = {
  orderId: string;
  /** The date from the list, for orders that lack it. */
  createdAt?: string;
  /** The neighbouring orders, if there are any. */
  steps?: Steps;
  onClosed: () => void;
};

/** One order with all of its details; the seller records the outcome of waiting tokens here. */
export function OrderDialog({ orderId, createdAt, steps, onClosed }: OrderDialogProps) {
  const { packs } = useRights();
  const { data: order, isError, error, refetch, isFetching } = useQuery(orderQuery(orderId));
  const verdicts = useVerdicts(orderId, order?.pending ?? []);
  const unsaved = verdicts.decided > 0;
  const modal = useModal(onClosed, unsaved ? onClosed : undefined);
  const afterSale = useAfterSale(orderId);
  const replaced = replacedBy(order?.replacements ?? []);
  const made = order?.createdAt || createdAt;
  const isLoading = !order && !isError;

  return (
    <>
      <Dialog
        modal={modal}
        // Notes are kept anyway, so closing the dialog loses no input.
        keepsInput={false}
        width={720}
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            {/* On phones a badge has its own line, because some do not fit beside the id. */}
            <span className="mono text-heading/6 tracking-normal break-all max-sm:basis-full">{orderId}</span>
            {order ? <Badge status={shownStatus(order)} /> : isLoading && <Skeleton className="h-5.5 w-24" />}
          </span>
        }
        besideTitle={<CopyButton text={orderId} label="Copy Order ID" />}
        subtitle={
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            {isLoading ? (
              <Skeleton className="h-4.5 w-36" />
            ) : (
              <span className="flex min-w-0">
                <span className="shrink-0">{order && made && formatDateTime(made)}</span>
                {order && <ShopName guildId={order.BBGuildID} />}
              </span>
            )}
            {steps && <OrderSteps orderId={orderId} steps={steps} />}
          </span>
        }
        footer={
          order ? (
            <FooterButtons
              order={order}
              verdicts={packs ? verdicts : undefined}
              afterSale={packs ? afterSale : undefined}
            />
          ) : (
            isLoading && <div className="h-9 max-sm:h-11" />
          )
        }
      >
        {order ? (
          <>
            <Figures order={order} />
            <Info order={order} />
            {order.pending.length > 0 && packs && (
              <DeliveryVerdicts pending={order.pending} replaced={replaced} verdicts={verdicts} />
            )}
            <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
              <TokenList
                title="Successful tokens"
                icon={<CircleCheck aria-hidden size={16} strokeWidth={1.75} className="text-green" />}
                tokens={order['tokens-used'].success}
                replaced={replaced}
              />
              <TokenList
                title="Failed tokens"
                icon={<CircleX aria-hidden size={16} strokeWidth={1.75} className="text-red" />}
                tokens={order['tokens-used'].failed}
                replaced={replaced}
                reasons={failureReasons(order.reasons)}
              />
            </div>
            <Customer key={`customer of ${orderId}`} order={order} />
            <Notes order={order} afterSale={afterSale} />
            <OrderHistory order={order} />
          </>
        ) : isError ? (
          <Failed title="This order could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
        ) : (
          <OrderSkeleton />
        )}
      </Dialog>
      {/* Beside the order's dialog, not in it: when that closes, a question within it could not be answered. */}
      {order && (
        <LeaveGuard
          key={orderId}
          dirty={unsaved}
          title="Close without saving?"
          text={`${formatCount(verdicts.decided, 'mark')} on this order would be lost.`}
          confirmLabel="Close"
          cancelLabel="Back"
          leaves={(from, to) => from.pathname !== to.pathname || orderIn(from) !== orderIn(to)}
        />
      )}
    </>
  );
}

function Figures({ order }: { order: Order }) {
  const rate = Math.min(100, successRate(order));
  const colour = dialogColour(rate);
  const [successful, failed] = [successfulBoosts(order), failedBoosts(order)];
  const tone = isRated(order) ? textColours[colour] : 'text-fg3';
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-3 max-sm:gap-2">
        <Tile
          icon={CircleCheck}
          iconClass={successful > 0 ? 'text-green' : 'text-fg3'}
          label="Successful"
          unit="boosts"
        >
          {formatNumber(successful)}
        </Tile>
        <Tile icon={CircleX} iconClass={failed > 0 ? 'text-red' : 'text-fg3'} label="Failed" unit="boosts">
          {formatNumber(failed)}
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
  /** Drawn beside the figure by CSS, so that the text is only the figure. */
  unit?: string;
  children: ReactNode;
};

function Tile({ icon: Icon, iconClass, label, figureClass = '', unit, children }: TileProps) {
  return (
    <div className="flex flex-1 flex-col justify-between gap-2 rounded-tall border border-line bg-s2 px-3.5 py-3 max-sm:gap-1 max-sm:px-3">
      <dt className="flex items-center gap-1.5 text-small font-medium text-fg2 max-sm:text-caption">
        <Icon aria-hidden size={16} strokeWidth={1.75} className={`shrink-0 max-sm:hidden ${iconClass}`} />
        <span>{label}</span>
      </dt>
      <dd
        data-unit={unit}
        className={`text-figure-tile tabular-nums after:ml-1.5 after:text-small after:font-normal after:tracking-normal after:text-fg2 after:content-[attr(data-unit)] max-sm:text-figure-tile-phone ${figureClass}`}
      >
        {children}
      </dd>
    </div>
  );
}

const orderIn = ({ search }: { search: string }) => new URLSearchParams(search).get('order');

type FooterButtonsProps = {
  order: Order;
  /** Undefined if this user may not record verdicts. */
  verdicts: Verdicts | undefined;
  /** Undefined if this user may not act on the order. */
  afterSale: AfterSale | undefined;
};

/** On phones, one row for links and one for actions. */
const footerRow =
  'flex flex-wrap gap-2 max-sm:min-w-full max-sm:*:flex-1 max-sm:*:px-2 max-[24rem]:[&_a_svg]:hidden';

function FooterButtons({ order, verdicts, afterSale }: FooterButtonsProps) {
  const domains = useOwnDomains();
  const links = customerLinks(order.BBGuildID, activeDomain(domains));
  const { discordLink, storeLink } = order;
  const toRetry = afterSale && order.actions.includes('retry');
  const toReplace = afterSale && order.actions.includes('replace');
  const toSave = order.pending.length > 0 && verdicts;
  return (
    <>
      <div className={footerRow}>
        <CopyTextButton
          size="md"
          text={links.order(order.orderId)}
          label={
            <>
              Copy <span className={discordLink || storeLink ? 'max-sm:hidden' : undefined}>status</span> link
            </>
          }
        />
        {discordLink && (
          <ExternalButton
            href={discordLink}
            icon={<MessageCircle aria-hidden size={16} strokeWidth={1.75} />}
          >
            Community
          </ExternalButton>
        )}
        {storeLink && (
          <ExternalButton href={storeLink} icon={<Store aria-hidden size={16} strokeWidth={1.75} />}>
            Visit Store
          </ExternalButton>
        )}
      </div>
      {(toRetry || toReplace || toSave) && (
        <div className={footerRow}>
          {toRetry && (
            <Button
              busy={afterSale.busy.includes('retry')}
              icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}
              onClick={afterSale.retry}
            >
              Send again
            </Button>
          )}
          {toReplace && (
            <Button
              busy={afterSale.busy.includes('replace')}
              icon={<Replace aria-hidden size={16} strokeWidth={1.75} />}
              onClick={afterSale.replaceFailed}
            >
              Replace failed
            </Button>
          )}
          {toSave && (
            <Button
              kind="primary"
              busy={verdicts.saving}
              disabled={verdicts.decided === 0}
              onClick={verdicts.save}
            >
              Save
            </Button>
          )}
        </div>
      )}
    </>
  );
}
