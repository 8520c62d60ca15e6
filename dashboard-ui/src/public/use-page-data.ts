import { useEffect, useState } from 'react';
import { address, type DataOf, type DataPath, type PathParameters } from './api';
import type { First } from './place';
import { within } from './within';

export type PageData<T> =
  | { status: 'loading' }
  | { status: 'failed'; httpStatus: number | null; requestId?: string | null }
  /** `since`: when this was last known to be so, in unix ms; null where nobody knows. `stale`: the latest poll failed. */
  | { status: 'ready'; data: T; since: number | null; stale: boolean };

/** `due`: to be asked for at once, whether or not it can still change. */
type Polled<T> = { page: PageData<T>; etag: string | null; round: number; due: boolean };

/** An answer later than this counts as none. */
const patience = 15_000;

/**
 * The data of a page: at once when it came with the page, else asked for. Ready data is asked for again `everyMs`
 * after the last answer as long as `more` says so, then until it has been answered each time it is looked at again (with 0 it
 * never is), and kept when that fails but for what is gone. `round` counts the answers.
 */
export function usePageData<Path extends DataPath>(
  path: Path,
  parameters: PathParameters<Path>,
  first: First<DataOf<Path>>,
  everyMs: number,
  more: (data: DataOf<Path>) => boolean,
): { page: PageData<DataOf<Path>>; round: number } {
  const from = address(path, parameters);
  const [polled, setPolled] = useState<Polled<DataOf<Path>>>(() => ({
    page: atStart(first),
    etag: null,
    round: 0,
    due: cameBack(),
  }));
  const { page, round } = polled;
  const repeats = page.status === 'ready' && everyMs > 0;
  const asks = page.status === 'loading' || (repeats && (polled.due || page.stale || more(page.data)));
  const rests = repeats && !asks;

  useEffect(() => {
    if (!asks) return;
    const stop = new AbortController();
    const ask = async () => {
      const next = await poll(from, polled, stop.signal);
      if (!stop.signal.aborted) setPolled(next);
    };
    const timer = setTimeout(
      () => whenVisible(() => void ask(), stop.signal),
      polled.page.status === 'loading' || polled.due ? 0 : everyMs,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asks, everyMs, from, polled]);

  useEffect(() => {
    if (!rests) return;
    const stop = new AbortController();
    whenSeenAgain(() => setPolled((now) => ({ ...now, due: true })), stop.signal);
    return () => stop.abort();
  }, [rests]);

  return { page, round };
}

function atStart<T>(first: First<T>): PageData<T> {
  return first.status === 'ready' ? { ...first, since: cameBack() ? null : Date.now(), stale: false } : first;
}

/** Who comes back to a page has it as the browser kept it, with data of then. */
function cameBack(): boolean {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type === 'back_forward';
}

/** A page that nobody looks at asks nothing. */
function whenVisible(run: () => void, signal: AbortSignal): void {
  if (!document.hidden) return run();
  document.addEventListener('visibilitychange', run, { once: true, signal });
}

/** Runs as soon as the page is left: what is asked for then waits until somebody looks. */
function whenSeenAgain(run: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', run, { signal });
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) run();
  };
  window.addEventListener('pageshow', show, { signal });
}

async function poll<T>(from: string, last: Polled<T>, stop: AbortSignal): Promise<Polled<T>> {
  const before = { ...last, round: last.round + 1, due: false };
  const ask = async (signal: AbortSignal): Promise<Polled<T>> => {
    const headers: HeadersInit = before.etag ? { 'If-None-Match': before.etag } : {};
    const answer = await fetch(from, { headers, signal, cache: 'no-store' });
    if (answer.status === 304 && before.page.status === 'ready') {
      return { ...before, page: { ...before.page, since: Date.now(), stale: false } };
    }
    if (!answer.ok) {
      const requestId = answer.headers.get('x-request-id');
      return { ...before, page: afterFailure(before.page, answer.status, requestId) };
    }
    const data: T = await answer.json();
    const page = { status: 'ready', data, since: Date.now(), stale: false } as const;
    return { ...before, page, etag: answer.headers.get('ETag') };
  };
  try {
    return await within(patience, ask, stop);
  } catch {
    return { ...before, page: afterFailure(before.page, null) };
  }
}

/** What is said not to be there, or not any more, is not; every other failure may pass. */
function afterFailure<T>(
  before: PageData<T>,
  httpStatus: number | null,
  requestId: string | null = null,
): PageData<T> {
  const isGone = httpStatus === 404 || httpStatus === 410;
  if (before.status === 'ready' && !isGone) return { ...before, stale: true };
  return { status: 'failed', httpStatus, requestId };
}
