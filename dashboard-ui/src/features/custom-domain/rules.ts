import { ApiError } from '../../api/client';
import type { Schema } from '../../api/types';
import type { Domain, DomainProof } from './queries';

export const mostDomains = 1;
export const onlyOneDomain =
  'You can only have one custom domain. Remove the existing domain to add a new one.';

const longestName = 253;
const hostname = /^(?:[a-z\d_-]{1,63}\.)+[a-z]{2,63}$/;

/** The form in which a typed domain is sent. */
export const cleanDomain = (typed: string) => typed.trim().toLowerCase();

/** Why a typed domain is not sent; undefined if it is. `example` is a valid one. */
export function domainRefusal(typed: string, owned: number, example: string): string | undefined {
  const domain = cleanDomain(typed);
  if (owned >= mostDomains) return onlyOneDomain;
  if (domain === '') return 'Please enter a domain';
  if (domain.length > longestName || !hostname.test(domain))
    return `Please enter a valid domain (e.g., ${example})`;
}

const known: Record<number, string> = {
  1406: 'This domain is already in use. Please choose a different domain.',
  1000: 'Invalid domain format. Please check your domain and try again.',
  1003: 'Domain verification failed. Please check your DNS settings.',
};

/**
 * Whether it is an apex domain, where DNS allows no CNAME. The server's diagnostics know; counting labels would not
 * tell `nova.co.uk` from `shop.nova.uk`.
 */
export const isBare = ({ status, diagnostics }: Pick<Domain, 'status' | 'diagnostics'>): boolean =>
  status !== 'active' && (diagnostics ?? '').includes(' is a bare domain');

export const takesOver =
  'If it is yours, replace the TXT record that stands there by this one, then add the domain again.';

/** The body that a refusal may have: from the call itself, or from a proxy in front of the server. */
type Said = Partial<Schema<'DomainAdded'> & Schema<'ApiError'>> & { error?: string };

const saidBy = (error: ApiError): Said => (error.body ?? {}) as Said;

/** The message for an add call that was answered, but did not succeed. */
export function refusalOf({ errors: [first] }: Pick<Schema<'DomainAdded'>, 'errors'>): string {
  return known[first?.code ?? 0] ?? (first?.message || 'Failed to add domain');
}

/**
 * The DNS record with which the seller can take over a domain that another seller has proven, if the call was refused
 * for that reason.
 */
export function proofOf(error: unknown): DomainProof | undefined {
  if (error instanceof ApiError) return saidBy(error).errors?.[0]?.proof ?? undefined;
}

/** The message for an add call that failed: the server's first message, else one by its status. */
export function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Failed to add domain';
  const said = saidBy(error);
  return said.errors?.[0]?.message || said.message || said.error || `Server returned status ${error.status}`;
}
