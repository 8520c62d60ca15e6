import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetSession } from '../../api/session';
import { paths } from '../../paths';

/** Forgets in this browser who was signed in, and shows the login page. Ending the session on the server is the caller's. */
export function useLeave() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    forgetSession();
    queries.clear();
    void navigate(paths.login);
  };
}
