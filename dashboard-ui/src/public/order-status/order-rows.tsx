import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/format/number';
import type { OrderStatus } from '../types';
import { CopyButton } from '../ui/copy-button';
import { stockName } from '../../shared/format/words';
import { Unbroken } from '../../shared/unbroken';

export function OrderRows({ order }: { order: OrderStatus }) {
  return (
    <dl className="order-rows">
      <Row name="Order ID">
        <Id text={order.orderId} copyLabel="Copy Order ID" />
      </Row>
      <Row name="Guild ID">
        <Id text={order.guildId} copyLabel="Copy Guild ID" />
      </Row>
      <Row name="Amount" unit="boosts">
        {formatNumber(order.amount)}
      </Row>
      <Row name="Type">{stockName(order.stock)}</Row>
      <Tokens name="Successful tokens" count={order.successfulTokens} tone="good" />
      <Tokens name="Failed tokens" count={order.failedTokens} tone="bad" />
    </dl>
  );
}

type Tone = 'good' | 'bad';

function Tokens({ name, count, tone }: { name: string; count: number; tone: Tone }) {
  return (
    <Row name={name} unit={count === 1 ? 'token' : 'tokens'} tone={tone}>
      {formatNumber(count)}
    </Row>
  );
}

/** The unit is drawn beside the figure by CSS, so that the text is only the figure. */
function Row({
  name,
  tone,
  unit,
  children,
}: {
  name: string;
  tone?: Tone;
  unit?: string;
  children: ReactNode;
}) {
  return (
    <div className="order-row">
      <dt>{name}</dt>
      <dd className={tone} data-unit={unit}>
        {children}
      </dd>
    </div>
  );
}

function Id({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <>
      <span className="order-id">
        <Unbroken text={text} />
      </span>
      <CopyButton text={text} label={copyLabel} />
    </>
  );
}
