import { useNavigate, useNavigation, type RouterState } from 'react-router';
import { stopLiveUpdates } from '../../api/live-updates';
import { forgetSession } from '../../api/session';
import { paths } from '../../paths';
import { forgetUnsent } from './unsent';

/**
 * Forgets in this browser who was signed in, and shows the login page, which forgets what they have seen. Ending the session on
 * the server is the caller's.
 */
export function useLeave() {
  const navigate = useNavigate();
  return () => {
    forgetSession();
    forgetUnsent();
    stopLiveUpdates();
    void navigate(paths.login);
  };
}

/** Whether the way leads to the login page, whose code may still be coming. */
export const useIsLeaving = () => isLogin(useNavigation().location);

/** The same, or whether they are there. */
export const hasLeft = ({ navigation, location }: Pick<RouterState, 'navigation' | 'location'>) =>
  isLogin(navigation.location ?? location);

const isLogin = (location: RouterState['location'] | undefined) => location?.pathname === paths.login;
