import { useEffect, useState } from 'react';
import { address, type DataOf, type DataPath, type PathParameters } from './api';
import type { First } from './place';
import { within } from './within';

type PageData<T> =
  | { status: 'loading' }
  | { status: 'failed'; httpStatus: number | null; requestId?: string | null }
  /** `since`: when the data was last confirmed, in unix ms; null if unknown. `stale`: the latest poll failed. */
  | { status: 'ready'; data: T; since: number | null; stale: boolean };

/** `due`: fetch at once, even if the data cannot change any more. */
type Polled<T> = { page: PageData<T>; etag: string | null; round: number; due: boolean };

type Polls<T> = {
  everyMs: number;
  /** Always, if absent. */
  more?: (data: T) => boolean;
};

/** In milliseconds. A request that takes longer counts as failed. */
const patience = 15_000;

/**
 * The data of a page: embedded in it, or else fetched. With `polls` it is refetched `everyMs` after each answer as long
 * as `more` says so, and after that once each time the page becomes visible again. After a failed refetch the old data
 * stays, unless it is gone for good. `round` counts the answers.
 */
export function usePageData<Path extends DataPath>(
  path: Path,
  parameters: PathParameters<Path>,
  first: First<DataOf<Path>>,
  polls?: Polls<DataOf<Path>>,
): { page: PageData<DataOf<Path>>; round: number } {
  const from = address(path, parameters);
  const [polled, setPolled] = useState<Polled<DataOf<Path>>>(() => ({
    page: atStart(first),
    etag: null,
    round: 0,
    due: cameBack(),
  }));
  const { page, round } = polled;
  const everyMs = polls?.everyMs;
  const repeats = page.status === 'ready' && polls !== undefined;
  const more = repeats && (polls.more?.(page.data) ?? true);
  const asks = page.status === 'loading' || (repeats && (polled.due || page.stale || more));
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

/** Going back to a page shows it as the browser kept it, with old data. */
function cameBack(): boolean {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type === 'back_forward';
}

/** A hidden page sends no requests. */
function whenVisible(run: () => void, signal: AbortSignal): void {
  if (!document.hidden) return run();
  document.addEventListener('visibilitychange', run, { once: true, signal });
}

/**
 * Runs when the visibility changes, so already when the page is hidden: the request then waits until it is visible
 * again.
 */
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

/** A 404 or 410 means that the data is gone; every other failure may be temporary. */
function afterFailure<T>(
  before: PageData<T>,
  httpStatus: number | null,
  requestId: string | null = null,
): PageData<T> {
  const isGone = httpStatus === 404 || httpStatus === 410;
  if (before.status === 'ready' && !isGone) return { ...before, stale: true };
  return { status: 'failed', httpStatus, requestId };
}
