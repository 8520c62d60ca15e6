import { useNavigate } from 'react-router';
import { stopLiveUpdates } from '../../api/live-updates';
import { forgetSession } from '../../api/session';
import { paths } from '../../paths';

/**
 * Forgets in this browser who was signed in, and shows the login page, which forgets what they have seen: until its code is there,
 * the screen would ask anew for what it has lost. Ending the session on the server is the caller's.
 */
export function useLeave() {
  const navigate = useNavigate();
  return () => {
    forgetSession();
    stopLiveUpdates();
    void navigate(paths.login);
  };
}
