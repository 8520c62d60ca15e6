import { sessionToken } from './session';
import type { Schema } from './types';

/** Requests that the document itself has sent (`first-questions.ts`), kept until a call asks for the same. */
export type AskedEarly = {
  /** The session token that they were sent with. */
  token: string;
  /** Keyed by path and query. Each answer serves one call. */
  answers: Map<string, { answer: Promise<Response>; end: AbortController }>;
  /** Sends one request that answers everything Home shows besides its counts. */
  askForRest: () => Promise<Rest>;
  rest?: Promise<Rest>;
  /** Whether everything that Home shows has arrived. */
  isHere: boolean;
  /** Everything that Home shows. Only set when the document was opened at Home. */
  home?: Promise<Home>;
  /** The control that was pressed on the painted Home before the script could handle it. */
  pressed?: string;
  /** The control there that the mouse holds down. */
  held?: string;
};

/** Keyed by path and query. */
export type Rest = Schema<'HomeAnswers'>['answers'];

export type Home = {
  helping: Schema<'Change'>['helping'];
  user: Schema<'Me'>;
  counts: Schema<'DashboardData'>;
  rest: Rest;
};

declare global {
  interface Window {
    askedEarly?: AskedEarly;
  }
}

/** The paths and queries that the one combined answer may contain. */
const ofRest =
  /^\/api\/(storefronts(\/\d+\/(stock|stores|keys\?limit=50))?|dashboard\/(bot|domains\/list|orders\?size=1|orders-per-day\?.*|refused-calls))$/;

/**
 * Milliseconds since the page began to load. Older answers are dropped, because a screen that is opened later needs
 * fresh data.
 */
const goodFor = 30_000;

function askedEarly() {
  if (performance.now() > goodFor) forgetAskedEarly();
  return window.askedEarly;
}

/** Whether Home can be drawn at once because all of its data is here. */
export const isHomeHere = () => askedEarly()?.isHere === true;

/** Like `isHomeHere`, but true only once: a later visit to Home has to fetch fresh data. */
export function takeHome(): boolean {
  const early = askedEarly();
  const isHere = early?.isHere === true;
  if (early) early.isHere = false;
  return isHere;
}

/** Requests the rest of Home for the calls that follow, unless the document has already done so. */
export function askForRestOfHome() {
  // If this fails, the calls send their own requests.
  askedEarly()
    ?.askForRest()
    .catch(() => {});
}

/** The response to this request, or the pending promise for it, if the document has already sent it. */
export function takeAskedEarly(request: Request): Promise<Response> | undefined {
  const { method, url, headers } = request;
  const { origin, pathname, search } = new URL(url);
  if (origin !== location.origin) return undefined;
  // A write makes the early answers outdated before the event stream says so.
  if (method !== 'GET') forgetAskedEarly();
  const early = askedEarly();
  if (!early || headers.get('Authorization') !== early.token) return undefined;
  const address = pathname + search;
  const found = take(address, request.signal);
  if (found || !early.rest || !ofRest.test(address)) return found;
  const ask = () => {
    // The user may have signed out while this was pending.
    if (sessionToken() !== early.token) throw new DOMException('Nobody is signed in.', 'AbortError');
    return take(address, request.signal) ?? fetch(request);
  };
  return early.rest.then(ask, ask);
}

function take(address: string, signal: AbortSignal): Promise<Response> | undefined {
  const answers = window.askedEarly?.answers;
  const found = answers?.get(address);
  if (!found) return undefined;
  answers?.delete(address);
  const giveUp = () => found.end.abort(signal.reason);
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp, { once: true });
  return found.answer;
}

/** Drops the early answers because the data has changed, or may have. */
export function forgetAskedEarly() {
  for (const { end } of window.askedEarly?.answers.values() ?? []) end.abort();
  window.askedEarly = undefined;
}
