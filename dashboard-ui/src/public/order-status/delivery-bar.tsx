type DeliveryBarProps = {
  /** In boosts; a token is two. */
  amount: number;
  successful: number;
  failed: number;
};

export function DeliveryBar({ amount, successful, failed }: DeliveryBarProps) {
  const settled = successful + failed;
  const total = Math.max(Math.ceil(amount / 2), settled);
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
      <span className="delivered" style={{ width: share(successful, total) }} />
      <span className="failed" style={{ width: share(failed, total) }} />
    </div>
  );
}

function share(part: number, total: number): string {
  return total === 0 ? '0%' : `${(100 * part) / total}%`;
}
