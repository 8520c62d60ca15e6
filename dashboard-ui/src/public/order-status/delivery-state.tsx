import { LoaderCircle } from 'lucide-react';

/** A badge while the order is under way. Its end is heard as well as seen. */
export function DeliveryState({ open }: { open: boolean }) {
  return (
    <div role="status" className="delivery-state">
      {open ? (
        <span className="badge badge-blue">
          <LoaderCircle className="turning" size={13} strokeWidth={2} aria-hidden="true" />
          Processing
        </span>
      ) : (
        <span className="off-screen">Delivery finished</span>
      )}
    </div>
  );
}
