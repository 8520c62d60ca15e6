import type { QueryClient } from '@tanstack/react-query';
import type { Schema } from './types';

/** What the server says has changed. */
export type Change = Schema<'Change'>;
/** `ready` says that anything may have changed; every other topic names what did. */
export type Subject = Exclude<Change['topic'], 'ready'>;

/** First parts of query keys that are no topic: they change along with others, or not at all while the page is open. */
type Word =
  | 'health'
  | 'dashboard'
  | 'insights'
  | 'settings'
  | 'stock preview'
  | 'chat'
  | 'link preview'
  | 'user'
  | 'code';

/** The first part of a query's key. Keys themselves are written in `queries.ts` files, and nowhere else. */
export type KeyHead = Subject | Word;

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [KeyHead, ...unknown[]];
  }
}

/** What a change makes stale besides the keys that begin with the topic itself. */
const alsoStale: Record<Subject, readonly KeyHead[]> = {
  orders: ['dashboard', 'insights', 'stock', 'keys'],
  stock: ['dashboard', 'insights'],
  keys: ['dashboard'],
  storefronts: ['dashboard'],
  activity: ['dashboard'],
  // A new access code ends the other sessions.
  sessions: ['settings'],
  suggestions: [],
  bug_reports: [],
  custom_domains: [],
  delivery_text: [],
  live_page: [],
  stores: [],
  store_calls: [],
  blocklist: [],
  // How much a helper sees of keys and calls depends on their role.
  members: ['keys', 'store_calls'],
  event_endpoints: [],
  api_keys: [],
};

/** The first parts of all keys that a change makes stale. */
export const staleAfter = (subject: Subject): readonly KeyHead[] => [subject, ...alsoStale[subject]];

/** For changes that this page has made itself: it need not wait for the server's event. */
export function makeStale(queries: QueryClient, subject: Subject) {
  const heads = staleAfter(subject);
  void queries.invalidateQueries({ predicate: ({ queryKey }) => heads.includes(queryKey[0]) });
}

/** Parses an event. Undefined for a topic that only a newer server knows. */
export function changeOf(data: string): Change | undefined {
  const change: Partial<Change> = JSON.parse(data) ?? {};
  return change.topic === 'ready' || isSubject(change.topic) ? (change as Change) : undefined;
}

function isSubject(topic: unknown): topic is Subject {
  return typeof topic === 'string' && Object.hasOwn(alsoStale, topic);
}
