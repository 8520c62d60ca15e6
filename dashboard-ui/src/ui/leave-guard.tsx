import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '../paths';
import { ConfirmDialog } from './confirm-dialog';

/** Asks before unsaved input is lost: by going to another screen, or by closing the page. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const leaving = useRef(false);
  // The login page comes when the session is over: there is nothing to stay for.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && to.pathname !== from.pathname && to.pathname !== paths.login,
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
      text="Your changes are not saved yet. When you leave this screen they are lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={async () => {
        leaving.current = true;
        blocker.proceed();
      }}
      onClosed={() => {
        if (!leaving.current) blocker.reset();
      }}
    />
  );
}
