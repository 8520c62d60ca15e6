import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { sessionToken } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';

/** Asks before unsaved changes are left behind, by a link here or by the browser. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  // Without a session there is nothing to stay for.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname && sessionToken() !== '',
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes to the page have not been saved."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={async () => blocker.proceed()}
      onClosed={() => blocker.reset()}
    />
  );
}
