import type { InvalidateOptions, Query, QueryClient } from '@tanstack/react-query';
import { backoff } from '../shared/backoff';
import { forgetAskedEarly } from './asked-early';
import { ApiError, openStream } from './client';
import { readEvents } from './event-stream';
import { pause } from './patience';
import { changeOf, staleAfter, type Change, type KeyHead, type Subject } from './topics';

/** Queries whose data no event can change while the page is open. */
const lasting: readonly KeyHead[] = ['user', 'link preview', 'code'];
const isLasting = ({ queryKey }: Query) => lasting.includes(queryKey[0]);

/** In milliseconds. A delivery changes the same lists many times a second, and one refetch for all of them is enough. */
const gatherFor = 250;

let line: AbortController | undefined;
/** The current try at the stream, until the next one begins. */
let turn: AbortController | undefined;
let firstWord = Promise.resolve();
let isHeard = false;
let said: Change['helping'];

/**
 * Keeps the data on the screen up to date until `stopLiveUpdates`. Resolves once the event stream is open or has
 * failed: what is fetched from then on misses no change and need not be fetched twice.
 */
export function startLiveUpdates(queries: QueryClient): Promise<void> {
  if (line) return firstWord;
  const { signal } = (line = new AbortController());
  // A stream of the former network is dead, even if that takes long to show. The answer to the new one tells whether
  // the server is there.
  addEventListener('online', () => turn?.abort(), { signal });
  firstWord = new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    void listen(signal, refresher(queries, signal), () => {
      isHeard = !signal.aborted;
      resolve();
    });
  });
  return firstWord;
}

/** Whether `startLiveUpdates` has resolved. */
export const hasFirstWord = () => isHeard;

export function stopLiveUpdates() {
  forgetAskedEarly();
  line?.abort();
  turn?.abort();
  line = undefined;
  isHeard = false;
  said = undefined;
}

/**
 * Where the signed-in user helps, if that is the last thing that the event stream has said; undefined after the first
 * call. Does not wait: by now the screens have waited for the stream as long as they are willing to.
 */
export function takeHelping(): Change['helping'] {
  const helping = said;
  said = undefined;
  return helping;
}

type Refresher = { changed: (subject: Subject) => void; all: () => void };

/** Nothing is refetched once `signal` is aborted, which it is when the user leaves. */
export function refresher(queries: QueryClient, signal: AbortSignal): Refresher {
  const waiting = new Set<KeyHead>();
  function flush() {
    const heads = new Set(waiting);
    waiting.clear();
    if (!signal.aborted) refetch(queries, signal, ({ queryKey }) => heads.has(queryKey[0]), letCome);
  }
  return {
    changed(subject) {
      forgetAskedEarly();
      if (waiting.size === 0) setTimeout(flush, gatherFor);
      for (const head of staleAfter(subject)) waiting.add(head);
    },
    all() {
      refetch(queries, signal, (query) => !isLasting(query));
    },
  };
}

/** Refetches what the screen shows, except what it has and nothing can change. Resolves with the outcomes. */
export const refetchShown = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({
    type: 'active',
    predicate: (query) => !isLasting(query) || query.state.data === undefined,
  });

/** Lets a running fetch finish. On a slow connection no fetch would ever finish if each change restarted it. */
const letCome: InvalidateOptions = { cancelRefetch: false };

/**
 * Invalidates the queries. With `letCome` each running fetch is followed by another one, because its answer may be
 * older than the change. Without it running fetches are restarted: on a dead connection they may never finish.
 */
function refetch(
  queries: QueryClient,
  signal: AbortSignal,
  predicate: (query: Query) => boolean,
  options?: InvalidateOptions,
) {
  const onTheirWay = queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  for (const { promise, queryKey } of onTheirWay) {
    const again = () => {
      if (!signal.aborted) void queries.invalidateQueries({ queryKey, exact: true }, letCome);
    };
    // A fetch that failed or was restarted is retried elsewhere.
    promise?.then(again, () => {});
  }
  void queries.invalidateQueries({ predicate }, options);
}

async function listen(signal: AbortSignal, refresh: Refresher, onWord: () => void) {
  let failures = 0;
  while (!signal.aborted) {
    const current = (turn = new AbortController()).signal;
    try {
      const stream = await openStream('/api/dashboard/events', current);
      let stands = false;
      await readEvents(stream, (data) => {
        const { topic, helping } = changeOf(data) ?? {};
        // The role is of no use after another event, which may be a change of just that role.
        said = helping;
        if (topic === 'ready') {
          failures = 0;
          if (stands) forgetAskedEarly();
          stands = true;
          // Changes from before the stream opened, or while it was down, were never announced.
          refresh.all();
          onWord();
        } else if (topic) {
          refresh.changed(topic);
        }
      });
    } catch (error) {
      // The stream broke or did not open: the next turn tries again. Without a session it never opens; a refetch then
      // notices that.
      if (error instanceof ApiError && error.status === 401) refresh.all();
    }
    said = undefined;
    forgetAskedEarly();
    onWord();
    // Aborted with the turn: the next one, if there is one, begins at once.
    await pause(backoff(failures++), current).catch(() => (failures = 0));
  }
}
