/** What the document itself has asked for (`first-questions.ts`), until a call wants it. */
export type AskedEarly = {
  /** In whose name. */
  token: string;
  /** By path and query. Each is for one call. */
  answers: Map<string, { answer: Promise<Response>; end: AbortController }>;
  /** What Home shows besides its counts comes in one answer. */
  askForRest: () => Promise<Response>;
  rest?: Promise<Response>;
  /** Whether all that Home shows is here. */
  isHere: boolean;
};

declare global {
  interface Window {
    askedEarly?: AskedEarly;
  }
}

/** What that one answer may hold. */
const ofRest =
  /^\/api\/(storefronts(\/\d+\/(stock|stores|keys))?|dashboard\/(bot|domains\/list|orders|orders-per-day|refused-calls))$/;

/** Of a page's life: what nobody has wanted by then is of no use to a screen that is opened later. */
const goodFor = 30_000;

/** Whether Home can be drawn at once, and nothing that waits for it need be. */
export const isHomeHere = () => window.askedEarly?.isHere === true;

/** For the calls that follow, unless the document has done so already. */
export function askForRestOfHome() {
  // They ask by themselves then.
  window.askedEarly?.askForRest().catch(() => {});
}

/** The answer to this request, or what is on its way to be it. */
export function takeAskedEarly(request: Request): Promise<Response> | undefined {
  if (performance.now() > goodFor) forgetAskedEarly();
  const { askedEarly } = window;
  const { method, url, headers } = request;
  if (method !== 'GET' || new URL(url).origin !== location.origin) return undefined;
  if (!askedEarly || headers.get('Authorization') !== askedEarly.token) return undefined;
  const found = take(request);
  if (found || !ofRest.test(new URL(url).pathname)) return found;
  const ask = () => fetch(request);
  return askedEarly.rest?.then(() => take(request) ?? ask(), ask);
}

function take({ url, signal }: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url);
  const answers = window.askedEarly?.answers;
  const address = pathname + search;
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
