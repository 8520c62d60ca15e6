import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths';
import { LoginPage } from './login-page';

/** The login page within the dashboard, where signing out leads. */
export function LoginScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();

  // A check that failed earlier says nothing about the next visit.
  useEffect(() => queries.removeQueries(), [queries]);

  return <LoginPage onSignedIn={() => void navigate(paths.home)} />;
}
