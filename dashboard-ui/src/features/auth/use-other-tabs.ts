import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { changedElsewhere, forgetSession } from '../../api/session';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { needsLogin, useScreenHandle } from './require-user';

/** Follows whoever has signed out, or in as somebody else, in another tab: at once, or when this one is looked at again. */
export function useOtherTabs() {
  const handle = useScreenHandle();
  const navigate = useNavigate();

  const look = useEffectEvent(() => {
    const change = !document.hidden && changedElsewhere();
    if (!change) return;
    if (change === 'replaced') return location.reload();
    forgetSession();
    toast.error(needsLogin(handle));
    void navigate(paths.login, { replace: true });
  });

  useEffect(() => {
    const hear = () => look();
    window.addEventListener('storage', hear);
    document.addEventListener('visibilitychange', hear);
    return () => {
      window.removeEventListener('storage', hear);
      document.removeEventListener('visibilitychange', hear);
    };
  }, []);
}
