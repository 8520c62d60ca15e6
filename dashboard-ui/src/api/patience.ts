/** Repeats reads that the server has refused with 429, when it says that they may come again. */

/** After so many repeats the refusal is returned. */
const mostRepeats = 5;
/** In milliseconds from the first refusal, all waits together: after that, users would rather see the failure than wait. */
const longestWait = 10_000;

/**
 * Like `fetch`, but a read that is answered with 429 is sent again after its `Retry-After`. Writes are not: somebody has
 * pressed a button and will see the refusal. `first`: the answer to this request, if it was sent before.
 */
export async function patiently(request: Request, first?: Promise<Response>): Promise<Response> {
  let end: number | undefined;
  for (let repeats = 0; ; repeats++) {
    const answer = await ((repeats === 0 && first) || fetch(request));
    const wait = answer.status === 429 && request.method === 'GET' ? askedToWait(answer) : undefined;
    if (wait === undefined || repeats === mostRepeats) return answer;
    const now = performance.now();
    end ??= now + longestWait;
    if (now + wait > end) return answer;
    await pause(wait, request.signal);
  }
}

/** The `Retry-After` in milliseconds; undefined if there is none. */
function askedToWait(answer: Response): number | undefined {
  const seconds = answer.headers.get('Retry-After');
  return seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** In milliseconds. Rejects as a fetch would if `signal` is aborted meanwhile. */
export function pause(wait: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const givenUp = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', givenUp);
      resolve();
    }, wait);
    if (signal.aborted) givenUp();
    else signal.addEventListener('abort', givenUp, { once: true });
  });
}
