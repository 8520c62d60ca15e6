/** What the document itself has asked for (`first-questions.ts`), until a call wants it. */
export type AskedEarly = {
  /** In whose name. */
  token: string;
  /** By path and query. Each is for one call. */
  answers: Map<string, { answer: Promise<Response>; end: AbortController }>;
  /** Whether all that Home shows is here. */
  isHere: boolean;
};

declare global {
  interface Window {
    askedEarly?: AskedEarly;
  }
}

/** Whether Home can be drawn at once, and nothing that waits for it need be. */
export const isHomeHere = () => window.askedEarly?.isHere === true;

/** The answer to this request, or what is on its way to be it. */
export function takeAskedEarly({ method, url, headers, signal }: Request): Promise<Response> | undefined {
  const { askedEarly } = window;
  const { origin, pathname, search } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return undefined;
  if (headers.get('Authorization') !== askedEarly?.token) return undefined;
  const address = pathname + search;
  const found = askedEarly?.answers.get(address);
  if (!found) return undefined;
  askedEarly?.answers.delete(address);
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
