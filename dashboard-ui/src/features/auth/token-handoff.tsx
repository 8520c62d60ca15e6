import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError, errorMessage } from '../../api/client';
import { sessionToken, storeSession } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadingScreen } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import { exchangeTicket, logOut, nameBehind } from './queries';

let handed: string | null = null;
let settled = true;

/** Whether the address held a token and it is not decided yet whose session this browser gets. */
export const isTokenHandedOver = () => !settled;

/**
 * Takes `?token=` off the address of a dashboard page before anything else can see it. Call it once, before the router
 * reads the address.
 */
export function takeTokenFromAddress() {
  const url = new URL(location.href);
  if (!/^\/dashboard(\/|$)/.test(url.pathname) || !url.searchParams.has('token')) return;
  handed = url.searchParams.get('token') || null;
  settled = !handed;
  url.searchParams.delete('token');
  history.replaceState(history.state, '', url);
}

/** A session from a link, in place of the one of the user `instead`. `fresh`: it was made just now, from a one-time ticket. */
type Offer = { token: string; whose: string | undefined; instead: string; fresh: boolean };
type Step = { name: 'checking' } | { name: 'asking'; offer: Offer } | { name: 'settled' };

/** Turns a token from the address into the stored session before its children ask who is signed in. */
export function TokenHandoff({ children }: { children: ReactNode }) {
  const [step, setStep] = useState<Step>(handed ? { name: 'checking' } : { name: 'settled' });

  function settle() {
    settled = true;
    setStep({ name: 'settled' });
  }

  useEffect(() => {
    const token = handed;
    handed = null;
    if (token)
      void offerOf(token).then((offer) => {
        if (offer) setStep({ name: 'asking', offer });
        else settle();
      });
  }, []);

  switch (step.name) {
    case 'checking':
      return <LoadingScreen text="Signing in..." />;
    case 'asking':
      return <Question offer={step.offer} onAnswered={settle} />;
    case 'settled':
      return children;
  }
}

function Question({ offer, onAnswered }: { offer: Offer; onAnswered: () => void }) {
  const { token, whose, instead, fresh } = offer;
  const taken = useRef(false);

  function close() {
    // A session that was made from a ticket and then declined has no other user, so it is ended.
    if (fresh && !taken.current) logOut(token, 'omit').catch(() => {});
    onAnswered();
  }

  return (
    <ConfirmDialog
      title="Switch to another session?"
      text={
        <>
          You are already signed in on this browser, as <bdi>{instead}</bdi>. The link you opened signs in
          {whose && (
            <>
              {' '}
              as <bdi>{whose}</bdi>
            </>
          )}{' '}
          and would replace the session you have.
        </>
      }
      kind="primary"
      confirmLabel="Switch session"
      cancelLabel="Stay signed in"
      onConfirm={async () => {
        taken.current = true;
        storeSession(token);
      }}
      onClosed={close}
    />
  );
}

/**
 * The question to ask, if any. With no session to replace, the token is stored at once and a toast says whose it is. The
 * browser's own token changes nothing, and a toast reports an invalid one.
 */
async function offerOf(handedOver: string): Promise<Offer | undefined> {
  const current = sessionToken();
  if (handedOver === current) return undefined;
  const fresh = handedOver.startsWith('bdt_');
  try {
    // Fetched first: if this fails, the one-time ticket has not been used up.
    const instead = current && (await nameBehind(current).catch(noneIfOver));
    const token = fresh ? (await exchangeTicket(handedOver)).token : handedOver;
    // A ticket is used up by now and its session is valid, so failing to learn the user's name is tolerated.
    const whose = await nameBehind(token).catch((error: unknown) => {
      if (!fresh || isRefused(error)) throw error;
      return undefined;
    });
    if (instead) return { token, whose, instead, fresh };
    storeSession(token);
    toast(whose ? `Signed in as ${whose}.` : 'Signed in.');
  } catch (error) {
    const isDead = !fresh && isRefused(error);
    // Without a session of their own the user is sent to the login page, with a toast from there.
    if (isDead && !current) return undefined;
    toast.error(
      isDead ? 'The session of this sign-in link is over.' : errorMessage(error, 'Failed to login'),
    );
  }
}

/** Empty if the session is over. Any other error is thrown again: the session may be valid. */
function noneIfOver(error: unknown): string {
  if (isRefused(error)) return '';
  throw error;
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401;
