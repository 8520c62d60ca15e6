import { sessionToken } from './session';
import type { Schema } from './types';

/** What the document itself has asked for (`first-questions.ts`), until a call wants it. */
export type AskedEarly = {
  /** In whose name. */
  token: string;
  /** By path and query. Each is for one call. */
  answers: Map<string, { answer: Promise<Response>; end: AbortController }>;
  /** What Home shows besides its counts comes in one answer. */
  askForRest: () => Promise<Rest>;
  rest?: Promise<Rest>;
  /** Whether all that Home shows is here. */
  isHere: boolean;
  /** All of it, where the document is Home's. */
  home?: Promise<Home>;
  /** What was pressed on the painted Home while nothing heard of it. */
  pressed?: string;
};

/** By path and query. */
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

/** What that one answer may hold, by path and query. */
const ofRest =
  /^\/api\/(storefronts(\/\d+\/(stock|stores|keys\?limit=50))?|dashboard\/(bot|domains\/list|orders\?size=1|orders-per-day\?.*|refused-calls))$/;

/** Of a page's life: what nobody has wanted by then is of no use to a screen that is opened later. */
const goodFor = 30_000;

function askedEarly() {
  if (performance.now() > goodFor) forgetAskedEarly();
  return window.askedEarly;
}

/** Whether Home can be drawn at once, and nothing that waits for it need be. */
export const isHomeHere = () => askedEarly()?.isHere === true;

/** The same, said once: whoever comes back to Home later asks anew. */
export function takeHome(): boolean {
  const early = askedEarly();
  const isHere = early?.isHere === true;
  if (early) early.isHere = false;
  return isHere;
}

/** For the calls that follow, unless the document has done so already. */
export function askForRestOfHome() {
  // They ask by themselves where it fails.
  askedEarly()
    ?.askForRest()
    .catch(() => {});
}

/** The answer to this request, or what is on its way to be it. */
export function takeAskedEarly(request: Request): Promise<Response> | undefined {
  const { method, url, headers } = request;
  const { origin, pathname, search } = new URL(url);
  if (origin !== location.origin) return undefined;
  // What this call changes makes the answers old before the line says so.
  if (method !== 'GET') forgetAskedEarly();
  const early = askedEarly();
  if (!early || headers.get('Authorization') !== early.token) return undefined;
  const address = pathname + search;
  const found = take(address, request.signal);
  if (found || !early.rest || !ofRest.test(address)) return found;
  const ask = () => {
    // Who has signed out meanwhile wants nothing any more.
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

/** Something has changed since, or may have. */
export function forgetAskedEarly() {
  for (const { end } of window.askedEarly?.answers.values() ?? []) end.abort();
  window.askedEarly = undefined;
}
