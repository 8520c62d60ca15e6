import { useNavigate, useNavigation, type RouterState } from 'react-router';
import { stopLiveUpdates } from '../../api/live-updates';
import { changedElsewhere, forgetSession, sessionToken } from '../../api/session';
import { paths } from '../../paths';
import { logOut } from './queries';
import { forgetUnsent } from './unsent';

/** Shows the login page, which forgets what was seen, to whoever has ended their session on the server. */
export function useLeave() {
  const navigate = useNavigate();
  return () => {
    forget();
    void navigate(paths.login);
  };
}

/** The step that signs out. A guard may hold it up, and who stays then is signed in. */
let signingOut: object | undefined;

export function useSignOut() {
  const navigate = useNavigate();
  return () => {
    signingOut = {};
    void navigate(paths.login, { state: signingOut });
  };
}

/** Signs out as soon as nothing has held that step up. To be told each state of the router. */
export function endSession({ navigation, location }: Pick<RouterState, 'navigation' | 'location'>) {
  const { state } = navigation.location ?? location;
  if (!signingOut || state !== signingOut) return;
  signingOut = undefined;
  // The browser's side is over at once; the server's answer changes nothing here.
  // Whoever has signed in as somebody else in another tab stays signed in: the cookie is theirs.
  logOut(sessionToken(), changedElsewhere() === undefined ? undefined : 'omit').catch(() => {});
  forget();
}

/** In this browser. */
function forget() {
  forgetSession();
  forgetUnsent();
  stopLiveUpdates();
}

/** Whether the way leads to the login page, whose code may still be coming. */
export const useIsLeaving = () => isLogin(useNavigation().location);

/** The same, or whether they are there. */
export const hasLeft = ({ navigation, location }: Pick<RouterState, 'navigation' | 'location'>) =>
  isLogin(navigation.location ?? location);

const isLogin = (location: RouterState['location'] | undefined) => location?.pathname === paths.login;
