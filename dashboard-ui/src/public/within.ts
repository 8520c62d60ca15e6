/** Runs `ask` with a signal that aborts after `ms`, or together with `stop`. */
export async function within<T>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  // Instead of `AbortSignal.any`, which needs Safari 17.4 or Firefox 124.
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

/** The longest that a customer waits, in milliseconds. The server answers sooner, even if only with a refusal. */
export const customersPatience = 20_000;
