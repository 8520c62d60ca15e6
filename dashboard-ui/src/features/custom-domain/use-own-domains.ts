import { useQuery } from '@tanstack/react-query';
import { useOwns } from '../members/use-owns';
import { domainsQuery } from './queries';

/** The seller's domains. Helpers do not see them, and ask for none. */
export function useOwnDomains() {
  const owns = useOwns();
  return useQuery({ ...domainsQuery, enabled: owns }).data;
}
