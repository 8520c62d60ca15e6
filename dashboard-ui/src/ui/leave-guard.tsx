import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBlocker, type Blocker, type Location } from 'react-router';
import { sessionToken } from '../api/session';
import { ConfirmDialog } from './confirm-dialog';
import { sayStopped } from './use-address';
import { useAskBeforeUnload } from './use-ask-before-unload';

/** Where whoever signs out is led. */
const loginPath = '/';

type LeaveGuardProps = {
  dirty: boolean;
  /** What is lost. */
  text: string;
  title?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Which step leads away; one to another screen when absent. */
  leaves?: (from: Location, to: Location) => boolean;
};

/** Asks before unsaved input is lost: by going to another screen, or by closing the page. */
export function LeaveGuard({
  dirty,
  text,
  title = 'Leave without saving?',
  confirmLabel = 'Leave',
  cancelLabel = 'Stay',
  leaves = isElsewhere,
}: LeaveGuardProps) {
  const leaving = useRef(false);
  // Without a session there is nothing to stay for.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => dirty && leaves(from, to) && sessionToken() !== '',
  );

  useLayoutEffect(() => {
    if (blocker.state === 'blocked') sayStopped();
  }, [blocker]);

  useAskBeforeUnload(dirty);

  // The router says some time later that it blocks no more, or blocks again by then: that is another question.
  const [answered, setAnswered] = useState<Blocker>();
  const asks = blocker.state === 'blocked' && blocker !== answered;

  // What was being saved is saved by now: there is nothing to ask about. What came of it is on this screen; who signs out wants no more of it.
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
      // While it fades somebody may leave again, and is to be asked again.
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
