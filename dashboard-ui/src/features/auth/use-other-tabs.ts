import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { changedElsewhere, forgetSession } from '../../api/session';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { needsLogin, useScreenHandle } from './require-user';

/** Follows another tab that signed out, or in as somebody else: at once, or as soon as this tab is visible. */
export function useOtherTabs() {
  const handle = useScreenHandle();
  const navigate = useNavigate();

  /** The token last acted on. With unsaved input the browser asks before the reload; users who stay are not asked again. */
  const seen = useRef<string>(undefined);

  const look = useEffectEvent(() => {
    const stored = changedElsewhere();
    if (document.hidden || stored === undefined || stored === seen.current) return;
    seen.current = stored;
    if (stored) return location.reload();
    forgetSession();
    toast.error(needsLogin(handle));
    void navigate(paths.login, { replace: true });
  });

  useEffect(() => {
    const see = () => look();
    window.addEventListener('storage', see);
    document.addEventListener('visibilitychange', see);
    return () => {
      window.removeEventListener('storage', see);
      document.removeEventListener('visibilitychange', see);
    };
  }, []);
}
