import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { sessionToken } from '../api/session';
import { ConfirmDialog } from './confirm-dialog';

type LeaveGuardProps = { dirty: boolean; /** What is lost. */ text: string };

/** Asks before unsaved input is lost: by going to another screen, or by closing the page. */
export function LeaveGuard({ dirty, text }: LeaveGuardProps) {
  const leaving = useRef(false);
  // Without a session there is nothing to stay for.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && to.pathname !== from.pathname && sessionToken() !== '',
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
      text={text}
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
