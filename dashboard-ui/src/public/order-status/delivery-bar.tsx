import { boostsPerToken } from '../../shared/order-outcome';

type DeliveryBarProps = {
  /** The number of boosts. */
  amount: number;
  successful: number;
  failed: number;
};

export function DeliveryBar({ amount, successful, failed }: DeliveryBarProps) {
  const settled = successful + failed;
  const total = Math.max(Math.ceil(amount / boostsPerToken), settled);
  return (
    <div
      className="delivery-bar"
      role="progressbar"
      aria-label="Delivery"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={settled}
      aria-valuetext={`${successful} successful and ${failed} failed of ${total} tokens`}
    >
      <span className="delivered" ref={asWideAs(successful, total)} />
      <span className="failed" ref={asWideAs(failed, total)} />
    </div>
  );
}

/** Sets the width by script, because the content security policy allows no inline styles in the painted page. */
function asWideAs(part: number, total: number) {
  return (bar: HTMLElement | null) => {
    if (bar) bar.style.width = total === 0 ? '0%' : `${(100 * part) / total}%`;
  };
}
