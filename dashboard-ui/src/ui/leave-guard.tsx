import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBlocker, type Blocker, type Location } from 'react-router';
import { sessionToken } from '../api/session';
import { ConfirmDialog } from './confirm-dialog';
import { sayStopped } from './use-address';
import { useAskBeforeUnload } from './use-ask-before-unload';

/** Where signing out leads. */
const loginPath = '/';

type LeaveGuardProps = {
  dirty: boolean;
  /** What would be lost. */
  text: string;
  title?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Which navigation loses the input; by default any to another screen. */
  leaves?: (from: Location, to: Location) => boolean;
};

/** Asks before unsaved input is lost by going to another screen or closing the page. */
export function LeaveGuard({
  dirty,
  text,
  title = 'Leave without saving?',
  confirmLabel = 'Leave',
  cancelLabel = 'Stay',
  leaves = isElsewhere,
}: LeaveGuardProps) {
  const leaving = useRef(false);
  // Without a session the input cannot be saved anyway.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => dirty && leaves(from, to) && sessionToken() !== '',
  );

  useLayoutEffect(() => {
    if (blocker.state === 'blocked') sayStopped();
  }, [blocker]);

  useAskBeforeUnload(dirty);

  // The blocker changes some time after the answer. A new blocker object is a new question.
  const [answered, setAnswered] = useState<Blocker>();
  const asks = blocker.state === 'blocked' && blocker !== answered;

  // If the pending save has finished, nothing would be lost. The user stays to see its result, unless they are
  // signing out.
  useEffect(() => {
    if (!asks || dirty) return;
    if (blocker.location.pathname === loginPath) blocker.proceed();
    else blocker.reset();
  }, [asks, dirty, blocker]);

  if (!asks || !dirty) return null;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      // While it fades out the user may leave again and has to be asked again.
      goesAtOnce
      onConfirm={async () => {
        leaving.current = true;
        blocker.proceed();
      }}
      onClosed={() => {
        setAnswered(blocker);
        if (!leaving.current) blocker.reset();
      }}
    />
  );
}

const isElsewhere = (from: Location, to: Location) => to.pathname !== from.pathname;
