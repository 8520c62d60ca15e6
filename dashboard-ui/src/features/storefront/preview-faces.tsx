/** Miniatures of the content of each customers' page, without the header and footer. */
import { useQuery } from '@tanstack/react-query';
import { Activity, Gem, Gift, Package, Rocket, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/format/number';
import { boostsPerToken } from '../../shared/order-outcome';
import { stockQuery } from '../stock/queries';
import type { StockType } from '../stock/stock-types';

export type Face = {
  /** Undefined for a new storefront, which has no stock yet. */
  guildId: string | undefined;
  storeLink: string;
  discordLink: string;
};

export function RedeemFace() {
  return (
    <Card>
      <Tile icon={Gift} />
      <Title text="Redeem Your Order" />
      <span className="h-6 w-full rounded-badge border border-input bg-input-bg" />
      <PictureOfButton accent text="Redeem Now" />
    </Card>
  );
}

/** An order that is being delivered. */
export function StatusFace({ storeLink, discordLink }: Face) {
  return (
    <Card>
      <span className="flex w-full items-center gap-2">
        <Tile icon={Package} />
        <Title text="Order Status" />
      </span>
      <p className="w-full text-caption">6 of 8 boosts delivered, 2 on the way.</p>
      <span className="flex h-1.5 w-full overflow-hidden rounded-full bg-s3">
        <span className="w-3/4 bg-green-fill" />
      </span>
      <Row name="Amount" figure="8 boosts" />
      <Row name="Type" figure="One Month Tokens" />
      <PictureOfButton accent text="Join Server" />
      <Links storeLink={storeLink} discordLink={discordLink} />
    </Card>
  );
}

/** The current counts. */
export function LiveStockFace({ guildId = '', storeLink, discordLink }: Face) {
  const { data: levels } = useQuery({ ...stockQuery(guildId), enabled: guildId !== '' });
  const tokens = (type: StockType) => levels?.find(({ stock }) => stock === type)?.available ?? 0;
  return (
    <>
      <span className="flex items-center gap-2">
        <Tile icon={Activity} />
        <Title text="Live Stock" />
      </span>
      <StockPart title="1 Month Stock" tokens={tokens('OneMonthTokens.txt')} />
      <StockPart title="3 Month Stock" tokens={tokens('ThreeMonthTokens.txt')} />
      <Links accent storeLink={storeLink} discordLink={discordLink} />
    </>
  );
}

function StockPart({ title, tokens }: { title: string; tokens: number }) {
  return (
    <Card>
      <p className="w-full text-caption font-semibold">{title}</p>
      <span className="grid w-full grid-cols-2 divide-x divide-line">
        <Count icon={Gem} count={tokens} label="tokens" />
        <Count icon={Rocket} count={tokens * boostsPerToken} label="boosts" />
      </span>
    </Card>
  );
}

function Count({ icon: Icon, count, label }: { icon: LucideIcon; count: number; label: string }) {
  return (
    <span className="min-w-0 not-first:pl-3">
      <span className={`block truncate text-heading tabular-nums ${count === 0 ? 'text-fg2' : ''}`}>
        {formatNumber(count)}
      </span>
      <span className="flex items-center gap-1 text-tiny text-fg2">
        <Icon aria-hidden size={12} strokeWidth={1.75} className="text-(--accent-text)" />
        {label}
      </span>
    </span>
  );
}

/** As on the real pages: the first link has the accent colour unless something else on the page has it. */
function Links({
  accent = false,
  storeLink,
  discordLink,
}: Pick<Face, 'storeLink' | 'discordLink'> & { accent?: boolean }) {
  const links = [...(storeLink.trim() ? ['Visit Store'] : []), ...(discordLink.trim() ? ['Community'] : [])];
  if (links.length === 0) return null;
  return (
    <span className="flex w-full gap-1.5">
      {links.map((text, index) => (
        <PictureOfButton key={text} accent={accent && index === 0} text={text} />
      ))}
    </span>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <div className="flex w-full flex-col items-center gap-2.5 rounded-tall border border-line bg-s1 p-4 shadow-card">
      {children}
    </div>
  );
}

function Tile({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-[color-mix(in_srgb,var(--accent)_16%,transparent)] text-(--accent-text)">
      <Icon aria-hidden size={16} strokeWidth={1.75} />
    </span>
  );
}

function Title({ text }: { text: string }) {
  return <p className="text-body font-semibold text-(--accent-text)">{text}</p>;
}

function Row({ name, figure }: { name: string; figure: string }) {
  return (
    <span className="flex w-full justify-between gap-2 border-t border-line pt-2 text-caption">
      <span className="text-fg2">{name}</span>
      <span className="font-medium">{figure}</span>
    </span>
  );
}

function PictureOfButton({ text, accent = false }: { text: string; accent?: boolean }) {
  const look = accent ? 'border-(--accent-edge) bg-(--accent) text-(--accent-on)' : 'border-line2 bg-s2';
  return (
    <span
      className={`flex h-7 w-full items-center justify-center rounded-badge border text-caption font-semibold ${look}`}
    >
      {text}
    </span>
  );
}
