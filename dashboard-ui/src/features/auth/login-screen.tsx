import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths';
import { LoginPage } from './login-page';

/** The login page inside the dashboard's app, shown after signing out. */
export function LoginScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();

  // Forgets all cached data of the last session, also a failed session check, which is never retried.
  useEffect(() => queries.removeQueries(), [queries]);

  return <LoginPage onSignedIn={() => void navigate(paths.home)} />;
}
