import type { Page, Request, Route } from '@playwright/test';

/*
 * Failures, silence and slowness, which a real server cannot be made to show. What it does by itself is never imitated
 * here. The browser logs the failures: a test allows those that it provokes with `guard.allow`.
 */

type Pattern = string | RegExp;
type Refusal = { status: number; message?: string };

/** Answers requests with a failure, until the returned function is called. */
export function refuse(page: Page, pattern: Pattern, { status, message }: Refusal) {
  const json = message === undefined ? {} : { code: status, message };
  return handle(page, pattern, (route) => route.fulfill({ status, json }));
}

/** Cuts requests off, until the returned function is called. */
export function cut(page: Page, pattern: Pattern) {
  return handle(page, pattern, (route) => route.abort());
}

/** Lets the next request do its work, and loses the answer. */
export function loseAnswer(page: Page, pattern: Pattern, method: string) {
  let lost = false;
  return page.route(pattern, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort();
  });
}

/** Keeps requests back, until the returned function is called. */
export async function hold(page: Page, pattern: Pattern) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.fallback();
  });
  return () => release();
}

async function handle(page: Page, pattern: Pattern, handler: (route: Route) => Promise<void>) {
  await page.route(pattern, handler);
  return () => page.unroute(pattern, handler);
}

/** Makes Home fetch each of its parts separately, as it does after a change. */
export const askOneByOne = (page: Page) =>
  page.route('**/api/dashboard/home?*', (route) => route.fulfill({ json: { answers: {} } }));

/**
 * Makes screens wait for the event stream, however long it takes, and Home for its notices. After the `patience` of `use-hearing.ts`
 * they would fetch without it, and once more when it opens; after that of `held-back.tsx` Home would show the rest.
 */
export const waitPatiently = (page: Page) =>
  page.addInitScript(() => {
    const set = window.setTimeout;
    const patiently = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      set(run, ms === 1000 || ms === 10_000 ? 100_000 : ms, ...rest);
    window.setTimeout = patiently as typeof window.setTimeout;
  });

/** Collects the requests from now on for which `counts` is true. */
export function requestsThat(page: Page, counts: (request: Request) => boolean): Request[] {
  const made: Request[] = [];
  page.on('request', (request) => {
    if (counts(request)) made.push(request);
  });
  return made;
}

/** Collects the requests from now on whose address matches. */
export const requestsTo = (page: Page, address: RegExp) =>
  requestsThat(page, (request) => address.test(request.url()));

/** A POST that changes nothing. */
const question = '/api/custom-code/files';

/** Collects the requests from now on that change something. */
export const writesFrom = (page: Page) =>
  requestsThat(page, (request) => request.method() !== 'GET' && !request.url().endsWith(question));
