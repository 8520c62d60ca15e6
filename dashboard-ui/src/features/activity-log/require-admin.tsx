import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { useUser } from '../auth/require-user';

/**
 * Sends everybody but admins to the dashboard. `refused` is the server's answer, since the role may have changed
 * since the page was opened.
 */
export function RequireAdmin({ refused, children }: { refused: boolean; children: ReactNode }) {
  const allowed = useUser().admin && !refused;
  const navigate = useNavigate();
  const said = useRef(false);

  useEffect(() => {
    if (allowed || said.current) return;
    said.current = true;
    toast.error('Access denied. Admin privileges required.');
    void navigate(paths.home, { replace: true });
  }, [allowed, navigate]);

  return allowed ? children : null;
}
