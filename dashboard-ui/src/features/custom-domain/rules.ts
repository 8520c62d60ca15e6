import { ApiError } from '../../api/client';
import type { Schema } from '../../api/types';
import type { Domain, DomainProof } from './queries';

export const mostDomains = 1;
export const onlyOneDomain =
  'You can only have one custom domain. Remove the existing domain to add a new one.';

const longestName = 253;
const hostname = /^(?:[a-z\d_-]{1,63}\.)+[a-z]{2,63}$/;

/** How a typed domain is sent. */
export const cleanDomain = (typed: string) => typed.trim().toLowerCase();

/** Why a typed domain is not sent; undefined when it is. `example` is a valid one. */
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

/** Whether DNS allows no CNAME there. The diagnostics know; labels would not tell `nova.co.uk` from `shop.nova.uk`. */
export const isBare = ({ status, diagnostics }: Pick<Domain, 'status' | 'diagnostics'>): boolean =>
  status !== 'active' && (diagnostics ?? '').includes(' is a bare domain');

export const takesOver =
  'If it is yours, replace the TXT record that stands there by this one, then add the domain again.';

/** What a refusal may hold: that of the call itself, or that of whatever stands before the server. */
type Said = Partial<Schema<'DomainAdded'> & Schema<'ApiError'>> & { error?: string };

const saidBy = (error: ApiError): Said => (error.body ?? {}) as Said;

/** The sentence for an add call that was answered, but without success. */
export function refusalOf({ errors: [first] }: Pick<Schema<'DomainAdded'>, 'errors'>): string {
  return known[first?.code ?? 0] ?? (first?.message || 'Failed to add domain');
}

/** The record that takes a domain over which another seller has proven, when that is why it was refused. */
export function proofOf(error: unknown): DomainProof | undefined {
  if (error instanceof ApiError) return saidBy(error).errors?.[0]?.proof ?? undefined;
}

/** The sentence for an add call that failed: what the server said first, else its status. */
export function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Failed to add domain';
  const said = saidBy(error);
  return said.errors?.[0]?.message || said.message || said.error || `Server returned status ${error.status}`;
}
