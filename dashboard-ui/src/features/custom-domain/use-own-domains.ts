import { useQuery } from '@tanstack/react-query';
import { useOwns } from '../members/use-owns';
import { domainsQuery } from './queries';

/** The seller's domains. Helpers may not see them, so for them nothing is fetched. */
export function useOwnDomains() {
  const owns = useOwns();
  return useQuery({ ...domainsQuery, enabled: owns }).data;
}
