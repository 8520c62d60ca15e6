/** Reads that the server has refused for now are asked for again when it says so. */

/** Then the refusal counts. */
const mostRepeats = 5;
/** All waits together, from the first answer on: whoever looks at a screen would rather be told than wait for longer. */
const longestWait = 10_000;

/**
 * As `fetch`, for a call that may be one too many: a read that is answered with 429 goes out again after its `Retry-After`.
 * What changes something does not: somebody has pressed a button, and reads what came of it. `first`: it was asked already.
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

/** In milliseconds; undefined where it is not said. */
function askedToWait(answer: Response): number | undefined {
  const seconds = answer.headers.get('Retry-After');
  return seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** Rejects as a fetch would when the call is given up meanwhile. */
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
