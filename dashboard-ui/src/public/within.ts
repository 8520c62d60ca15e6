/** Asks with a signal that ends after `ms`, or with `stop`. */
export async function within<T>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  // In place of `AbortSignal.any`, which Safari has from 17.4 and Firefox from 124.
  const end = new AbortController();
  const abort = () => end.abort();
  const timer = setTimeout(abort, ms);
  stop?.addEventListener('abort', abort);
  try {
    return await ask(end.signal);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', abort);
  }
}

/** What a customer waits for at most: the server answers sooner, were it only to refuse. */
export const customersPatience = 20_000;
