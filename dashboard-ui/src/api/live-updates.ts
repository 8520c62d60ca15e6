import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { useEffect } from 'react';
import { sessionToken } from './session';

/** A topic is the first part of the query keys it makes stale; these go stale with it. */
const alsoStale: Record<string, string[]> = {
  orders: ['dashboard', 'stock', 'keys'],
  stock: ['dashboard'],
  keys: ['dashboard'],
  activity: ['dashboard'],
  storefronts: ['dashboard'],
};

/** What no event can change while the page is open. */
const lasting = ['user', 'link preview'];

const firstDelay = 500;
const longestDelay = 10_000;
const jitter = 300;
/** A delivery changes the same lists many times a second; one refetch for all of them is enough. */
const gatherFor = 250;

/** Keeps what is on the screen up to date while a dashboard screen is open. */
export function useLiveUpdates() {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void listen(stop.signal, refresher(queries));
    return () => stop.abort();
  }, [queries]);
}

type Refresher = { topic: (topic: string) => void; all: () => void };

export function refresher(queries: QueryClient): Refresher {
  const waiting = new Set<string>();
  function flush() {
    const prefixes = new Set(waiting);
    waiting.clear();
    refetch(queries, ({ queryKey }) => prefixes.has(String(queryKey[0])));
  }
  return {
    topic(topic) {
      if (waiting.size === 0) setTimeout(flush, gatherFor);
      for (const prefix of [topic, ...(alsoStale[topic] ?? [])]) waiting.add(prefix);
    },
    all() {
      refetch(queries, ({ queryKey }) => !lasting.includes(String(queryKey[0])));
    },
  };
}

/** Invalidates, and asks once more for what is on its way for the first time: that answer may be older than the change. */
function refetch(queries: QueryClient, predicate: (query: Query) => boolean) {
  const onTheirWay = queries
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  void queries.invalidateQueries({ predicate });
  for (const query of onTheirWay) {
    const again = () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    // A failure has its own way to be tried again.
    query.promise?.then(again, () => {});
  }
}

async function listen(signal: AbortSignal, refresh: Refresher) {
  let delay = firstDelay;
  while (!signal.aborted) {
    try {
      await readEvents(signal, (topic) => {
        if (topic === 'ready') {
          delay = firstDelay;
          // What happened before the line stood, or while it was down, was never announced.
          refresh.all();
        } else {
          refresh.topic(topic);
        }
      });
    } catch (error) {
      // The line broke, or never stood: the next turn tries again. Without a session it never will, and a call says so.
      if (error instanceof Refused && error.status === 401) refresh.all();
    }
    await pause(delay + Math.random() * jitter, signal);
    delay = Math.min(longestDelay, delay * 2);
  }
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`live updates answered ${status}`);
    this.status = status;
  }
}

async function readEvents(signal: AbortSignal, onTopic: (topic: string) => void) {
  const response = await fetch('/api/dashboard/events', {
    signal,
    headers: { Accept: 'text/event-stream', Authorization: sessionToken() },
  });
  if (!response.ok || !response.body) throw new Refused(response.status);
  const parser = createParser({
    onEvent({ data }) {
      const event: unknown = JSON.parse(data);
      if (event && typeof event === 'object' && 'topic' in event) onTopic(String(event.topic));
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}

function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
