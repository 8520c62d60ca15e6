import { useEffect } from 'react';

/** The messages for a failed load of one page. */
export type LoadFailures = { missing: string; refused: string };

const unexpected = 'An unexpected error occurred.';
/** The same sentence as the server's. */
export const shopClosed = 'This shop is closed.';
/** Beside the counts of an earlier answer. */
export const stockNotRefreshed = 'The stock could not be refreshed. These are the latest known counts.';

/** `httpStatus` is null when no answer came at all. */
export function loadFailureText(failures: LoadFailures, httpStatus: number | null): string {
  if (httpStatus === null) return unexpected;
  if (httpStatus === 410) return shopClosed;
  return httpStatus === 404 ? failures.missing : failures.refused;
}

/** Logs the cause for the seller who looks into a customer's complaint: the card itself looks the same for every cause. */
export function useLoggedFailure(text: string | null): void {
  useEffect(() => {
    if (text !== null) logFailure(text);
  }, [text]);
}

export function logFailure(text: string): void {
  // eslint-disable-next-line no-console -- the one place where a public page logs
  console.error(text);
}
