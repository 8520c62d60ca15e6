import type { Page, Request, Route } from '@playwright/test';

/*
 * What a real server cannot be made to do to a page: to break, to be silent, to be slow. What it does by itself is
 * never imitated here. The browser logs what it hears: a test says with `guard.allow` what it provokes.
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

/** Has Home ask for each thing that it shows by itself, as it does when it is told of a change. */
export const askOneByOne = (page: Page) =>
  page.route('**/api/dashboard/home?*', (route) => route.fulfill({ json: { answers: {} } }));

/**
 * Screens ask once changes can be heard of, however long that takes: after the patience of `use-hearing.ts` they would ask before,
 * and once more then.
 */
export const askOnceHeard = (page: Page) =>
  page.addInitScript(() => {
    const set = window.setTimeout;
    const patiently = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      set(run, ms === 1000 ? 100_000 : ms, ...rest);
    window.setTimeout = patiently as typeof window.setTimeout;
  });

/** The requests from now on that count. */
export function requestsThat(page: Page, counts: (request: Request) => boolean): Request[] {
  const made: Request[] = [];
  page.on('request', (request) => {
    if (counts(request)) made.push(request);
  });
  return made;
}

/** Those whose address fits. */
export const requestsTo = (page: Page, address: RegExp) =>
  requestsThat(page, (request) => address.test(request.url()));

/** Asks with a body, and changes nothing. */
const question = '/api/custom-code/files';

/** Those that want to change something. */
export const writesFrom = (page: Page) =>
  requestsThat(page, (request) => request.method() !== 'GET' && !request.url().endsWith(question));
