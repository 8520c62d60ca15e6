import { useEffect, useState, type ReactNode } from 'react';
import { errorMessage } from '../../api/client';
import { sessionToken, storeSession } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadingScreen } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import { exchangeTicket, sessionIsLive } from './queries';

let handed: string | null = null;
let settled = true;

/** From the start of the page until it is decided whose session this browser has. */
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

type Step = { name: 'checking' } | { name: 'asking'; token: string } | { name: 'settled' };

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
      void needsConsent(token).then((ask) => (ask ? setStep({ name: 'asking', token }) : accept(token)));

    async function accept(token: string) {
      await signInWith(token);
      settle();
    }
  }, []);

  switch (step.name) {
    case 'checking':
      return <LoadingScreen text="Signing in..." />;
    case 'asking':
      return (
        <ConfirmDialog
          title="Switch to another session?"
          text="You are already signed in on this browser. The link you opened signs in a different session and would replace the one you have."
          kind="primary"
          confirmLabel="Switch session"
          cancelLabel="Stay signed in"
          onConfirm={() => signInWith(step.token)}
          onClosed={settle}
        />
      );
    case 'settled':
      return children;
  }
}

async function needsConsent(token: string): Promise<boolean> {
  const current = sessionToken();
  return current !== '' && current !== token && (await sessionIsLive());
}

/** A ticket (`bdt_…`) is exchanged for its session; a session is taken as it is. */
async function signInWith(token: string) {
  try {
    storeSession(token.startsWith('bdt_') ? (await exchangeTicket(token)).token : token);
  } catch (error) {
    toast.error(errorMessage(error, 'Failed to login'));
  }
}
