import type { InvalidateOptions, Query, QueryClient } from '@tanstack/react-query';
import { backoff } from '../shared/backoff';
import { forgetAskedEarly } from './asked-early';
import { ApiError, openStream } from './client';
import { readEvents } from './event-stream';
import { pause } from './patience';
import { changeOf, staleAfter, type Change, type KeyHead, type Subject } from './topics';

/** What no event can change while the page is open. */
const lasting: readonly KeyHead[] = ['user', 'link preview'];

/** A delivery changes the same lists many times a second; one refetch for all of them is enough. */
const gatherFor = 250;

let line: AbortController | undefined;
let firstWord = Promise.resolve();
let isHeard = false;
let said: Change['helping'];

/**
 * Keeps what is on the screen up to date, until it is stopped. Resolves once the line stands, or could not be had: what is
 * asked from then on misses no change, and need not be asked twice.
 */
export function startLiveUpdates(queries: QueryClient): Promise<void> {
  if (line) return firstWord;
  const { signal } = (line = new AbortController());
  firstWord = new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    void listen(signal, refresher(queries), () => {
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
  line = undefined;
  isHeard = false;
  said = undefined;
}

/**
 * Where the signed-in user helps, where that is the last that the line has said; undefined once it was asked for. Nobody waits
 * here: screens have waited for the line by then, as long as they have the patience.
 */
export function takeHelping(): Change['helping'] {
  const helping = said;
  said = undefined;
  return helping;
}

type Refresher = { changed: (subject: Subject) => void; all: () => void };

export function refresher(queries: QueryClient): Refresher {
  const waiting = new Set<KeyHead>();
  function flush() {
    const heads = new Set(waiting);
    waiting.clear();
    refetch(queries, ({ queryKey }) => heads.has(queryKey[0]), letCome);
  }
  return {
    changed(subject) {
      forgetAskedEarly();
      if (waiting.size === 0) setTimeout(flush, gatherFor);
      for (const head of staleAfter(subject)) waiting.add(head);
    },
    all() {
      refetch(queries, (query) => !lasting.includes(query.queryKey[0]));
    },
  };
}

/** On a slow line nothing would come, where each change began it anew. */
const letCome: InvalidateOptions = { cancelRefetch: false };

/**
 * Invalidates, and asks once more for what is let come: that answer may be older than the change. What was asked on a line
 * that is no more may never come, and begins anew where something is shown meanwhile.
 */
function refetch(queries: QueryClient, predicate: (query: Query) => boolean, options?: InvalidateOptions) {
  const onTheirWay = queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  for (const { promise, queryKey } of onTheirWay) {
    const again = () => queries.invalidateQueries({ queryKey, exact: true }, letCome);
    // What failed, or was begun anew, has its own way to be tried again.
    promise?.then(again, () => {});
  }
  void queries.invalidateQueries({ predicate }, options);
}

async function listen(signal: AbortSignal, refresh: Refresher, onWord: () => void) {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const stream = await openStream('/api/dashboard/events', signal);
      let stands = false;
      await readEvents(stream, (data) => {
        const { topic, helping } = changeOf(data) ?? {};
        // Of no use after a change, which may be one of just that.
        said = helping;
        if (topic === 'ready') {
          failures = 0;
          if (stands) forgetAskedEarly();
          stands = true;
          // What happened before the line stood, or while it was down, was never announced.
          refresh.all();
          onWord();
        } else if (topic) {
          refresh.changed(topic);
        }
      });
    } catch (error) {
      // The line broke, or never stood: the next turn tries again. Without a session it never will, and a call says so.
      if (error instanceof ApiError && error.status === 401) refresh.all();
    }
    said = undefined;
    forgetAskedEarly();
    onWord();
    // Cut short where the line is given up: then there is no next turn.
    await pause(backoff(failures++), signal).catch(() => {});
  }
}
