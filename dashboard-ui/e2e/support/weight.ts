import type { CDPSession, Page } from '@playwright/test';

/** What a page has cost so far, over the network. */
export type Weight = {
  /** Paths, in their order. */
  requests: string[];
  /** Of scripts and styles, as they came over the wire, with their headers. */
  kibibytes: number;
};

type Asked = { path: string; type: string; bytes: number; cached: boolean };

/** Weighs what `page` loads from now on. What comes from the browser's cache costs nothing. */
export async function weigh(page: Page): Promise<() => Weight> {
  const asked = new Map<string, Asked>();
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    const { protocol, pathname } = new URL(request.url);
    if (protocol.startsWith('http')) asked.set(requestId, { path: pathname, type, bytes: 0, cached: false });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const found = asked.get(requestId);
    if (found) found.cached = true;
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const found = asked.get(requestId);
    if (found && (response.fromDiskCache || response.fromPrefetchCache)) found.cached = true;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = asked.get(requestId);
    if (found) found.bytes = encodedDataLength;
  });
  return () => {
    const all = [...asked.values()].filter(({ cached }) => !cached);
    const code = all.filter(({ type }) => type === 'Script' || type === 'Stylesheet');
    return {
      requests: all.map(({ path }) => path),
      kibibytes: code.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    };
  };
}
