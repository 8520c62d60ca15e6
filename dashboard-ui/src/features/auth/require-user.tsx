import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useMatches, useNavigate } from 'react-router';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { LoadingScreen } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import { useHearing } from './use-hearing';
import { forgetUnsent } from './unsent';
import { useIsLeaving } from './use-leave';
import { userQuery } from './queries';

type Me = Schema<'Me'>;

/** What a dashboard route says about itself. */
export type ScreenHandle = {
  /** Ends 'You need to log in to access …'. */
  access: string;
  /** Under the spinner while the user loads. */
  loading?: string;
};

export function useScreenHandle(): ScreenHandle {
  return screenHandle(useMatches().map((match) => match.handle));
}

/** The innermost handle with an `access`, which is the screen's own. `handles`: of the matching routes, outermost first. */
export function screenHandle(handles: unknown[]): ScreenHandle {
  const screens = handles as (ScreenHandle | undefined)[];
  return screens.findLast((handle) => handle?.access) ?? { access: 'the dashboard' };
}

/** The toast for a user who is sent to the login page. */
export const needsLogin = ({ access }: ScreenHandle) => `You need to log in to access ${access}.`;

const UserContext = createContext<Me | null>(null);

/** The signed-in user; only below `RequireUser`. */
export function useUser(): Me {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser needs RequireUser above it');
  return user;
}

type RequireUserProps = { whileLoading: ReactNode; children: ReactNode };

/**
 * Shows its children to a signed-in user and sends everybody else to the login page. While that loads no screen is shown:
 * a screen would fetch its data again, and its late parts would call the API without a session.
 */
export function RequireUser({ whileLoading, children }: RequireUserProps) {
  const handle = useScreenHandle();
  const { data: user, isError } = useQuery(userQuery);
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const hears = useHearing(user !== undefined);

  const userId = user?.id;
  useEffect(() => {
    if (userId) forgetUnsent(userId);
  }, [userId]);

  // Once for a failure, in the words of the screen that was asked for then.
  const sendToLogin = useEffectEvent(() => {
    toast.error(needsLogin(handle));
    void navigate(paths.login, { replace: true });
  });
  useEffect(() => {
    if (isError) sendToLogin();
  }, [isError]);

  if (isLeaving) return <LoadingScreen />;
  if (!user || !hears) return whileLoading;
  return <UserContext value={user}>{children}</UserContext>;
}
