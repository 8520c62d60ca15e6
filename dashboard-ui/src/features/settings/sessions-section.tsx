import { useQuery } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../api/types';
import { formatDateTime } from '../../shared/format/date';
import { formatCount } from '../../shared/format/number';
import { Age } from '../../ui/age';
import { PinkBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Failed } from '../../ui/empty';
import { Facts } from '../../ui/facts';
import { CardFooter, Section } from '../../ui/section';
import { SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { useCarryOut } from '../../ui/use-carry-out';
import { useLeave } from '../auth/use-leave';
import { deviceName, isHandheld } from './device';
import { endSession, sessionsQuery, signOutEverywhere } from './queries';

type Session = Schema<'SessionInfo'>;

export function SessionsSection() {
  const { data: sessions, isError, error, refetch, isFetching } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session>();
  const carryOut = useCarryOut('sessions');
  return (
    <Section title="Sessions" hint="Where you are signed in.">
      <div aria-busy={!sessions && !isError} className="card min-w-0 overflow-hidden">
        {sessions ? (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        ) : isError ? (
          <Failed
            title="Your sessions could not be loaded"
            error={error}
            onRetry={refetch}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows rows={2} tile />
        )}
        <CardFooter fact={sessions && formatCount(sessions.length, 'session')}>
          <SignOutEverywhere />
        </CardFooter>
      </div>
      {ending && (
        <ConfirmDialog
          title="End this session?"
          text={`${deviceName(ending.userAgent)} is signed out at once.`}
          confirmLabel="End session"
          failure="Failed to end the session"
          onConfirm={() => carryOut(endSession(ending.id), 'Session ended!')}
          onClosed={() => setEnding(undefined)}
        />
      )}
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const Icon = isHandheld(session.userAgent) ? Smartphone : Monitor;
  const name = deviceName(session.userAgent);
  return (
    <li className="flex min-h-16.5 items-center gap-3.5 px-5 py-3 max-sm:gap-3 max-sm:px-4">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-s2 text-fg2">
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex min-w-0 items-center gap-2 font-medium">
          <span className="truncate" title={session.userAgent ?? undefined}>
            {name}
          </span>
          {session.current && <PinkBadge>This session</PinkBadge>}
        </p>
        <Facts>
          {session.address && <span className="mono">{session.address}</span>}
          <span className="whitespace-nowrap">
            Last seen <Age time={session.seenAt} />
          </span>
        </Facts>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={`End session: ${name}, last seen ${formatDateTime(session.seenAt)}`}
          onClick={onEnd}
        >
          End session
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const leave = useLeave();

  async function signOut() {
    await signOutEverywhere();
    toast('Signed out everywhere!');
    leave();
  }

  return (
    <>
      <Button
        kind="danger"
        size="sm"
        icon={<LogOut aria-hidden size={16} strokeWidth={1.75} />}
        onClick={() => setAsking(true)}
      >
        Sign out everywhere
      </Button>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          text="Every session ends at once, this one too. Your access code stays the same."
          confirmLabel="Sign out everywhere"
          failure="Failed to sign out everywhere"
          onConfirm={signOut}
          onClosed={() => setAsking(false)}
        />
      )}
    </>
  );
}
