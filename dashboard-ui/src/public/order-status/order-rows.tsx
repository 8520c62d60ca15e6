import { Fragment, type ReactNode } from 'react';
import { formatNumber } from '../../shared/format/number';
import type { OrderStatus } from '../types';
import { CopyButton } from '../ui/copy-button';
import { stockName } from '../../shared/format/words';

export function OrderRows({ order }: { order: OrderStatus }) {
  return (
    <dl className="order-rows">
      <Row name="Order ID">
        <Id text={order.orderId} copyLabel="Copy Order ID" />
      </Row>
      <Row name="Guild ID">
        <Id text={order.guildId} copyLabel="Copy Guild ID" />
      </Row>
      <Row name="Amount">{formatNumber(order.amount)}</Row>
      <Row name="Type">{stockName(order.stock)}</Row>
      <Row name="Successful tokens" tone="good">
        {formatNumber(order.successfulTokens)}
      </Row>
      <Row name="Failed tokens" tone="bad">
        {formatNumber(order.failedTokens)}
      </Row>
    </dl>
  );
}

function Row({ name, tone, children }: { name: string; tone?: 'good' | 'bad'; children: ReactNode }) {
  return (
    <div className="order-row">
      <dt>{name}</dt>
      <dd className={tone}>{children}</dd>
    </div>
  );
}

/** An id is never cut: it wraps, at its dashes first. */
function Id({ text, copyLabel }: { text: string; copyLabel: string }) {
  const parts = text.split(/(?<=-)/);
  return (
    <>
      <span className="order-id">
        {parts.map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </span>
      <CopyButton text={text} label={copyLabel} />
    </>
  );
}
