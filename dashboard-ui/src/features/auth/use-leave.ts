import { useNavigate, useNavigation, type RouterState } from 'react-router';
import { stopLiveUpdates } from '../../api/live-updates';
import { changedElsewhere, forgetSession, sessionToken } from '../../api/session';
import { paths } from '../../paths';
import { logOut } from './queries';
import { forgetUnsent } from './unsent';

/** For a session that the server has ended already: forgets it and opens the login page, which drops all cached data. */
export function useLeave() {
  const navigate = useNavigate();
  return () => {
    forget();
    void navigate(paths.login);
  };
}

/** The navigation that signs out. A leave guard may block it; a user who then stays is still signed in. */
let signingOut: object | undefined;

export function useSignOut() {
  const navigate = useNavigate();
  return () => {
    signingOut = {};
    void navigate(paths.login, { state: signingOut });
  };
}

/** Signs out once no guard has blocked that navigation. Must be called with each state of the router. */
export function signOutWhenLeft({ navigation, location }: Pick<RouterState, 'navigation' | 'location'>) {
  const { state } = navigation.location ?? location;
  if (!signingOut || state !== signingOut) return;
  signingOut = undefined;
  // The browser forgets the session at once, whatever the server answers.
  // If another tab has signed in as somebody else, the cookie belongs to that session and must not be cleared.
  logOut(sessionToken(), changedElsewhere() === undefined ? undefined : 'omit').catch(() => {});
  forget();
}

/** Removes what this browser has of the session. */
function forget() {
  forgetSession();
  forgetUnsent();
  stopLiveUpdates();
}

/** Whether a navigation to the login page is under way; its code may still be loading. */
export const useIsLeaving = () => isLogin(useNavigation().location);

/** Whether the login page is open, or a navigation to it is under way. */
export const hasLeft = ({ navigation, location }: Pick<RouterState, 'navigation' | 'location'>) =>
  isLogin(navigation.location ?? location);

const isLogin = (location: RouterState['location'] | undefined) => location?.pathname === paths.login;
