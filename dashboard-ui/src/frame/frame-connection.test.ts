import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectFrame, readyLimit } from './frame-connection';
import type { ToFrame } from './messages';

// Only timeouts are faked. Pings use an interval, so the faked time passes without any, as in a busy browser.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const shown = { stock: null } as unknown as Parameters<typeof connectFrame>[1];

function connected(onComplaint = () => {}) {
  const frame = document.createElement('iframe');
  let theirs!: MessagePort;
  const postMessage = (...[, , ports]: [unknown, string, MessagePort[]]) => void (theirs = ports[0]!);
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } });
  const onFailed = vi.fn();
  connectFrame(frame, shown, { onReady: () => {}, onFailed, onComplaint });
  frame.dispatchEvent(new Event('load'));
  return { theirs, onFailed };
}

it('a page that never answers fails with `unknown: true`', () => {
  const { onFailed } = connected();
  vi.advanceTimersByTime(readyLimit);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ unknown: true }));
});

it('a page that answers pings but is not ready in 6 seconds fails as having drawn nothing', async () => {
  let hear!: () => void;
  const heard = new Promise<void>((resolve) => (hear = resolve));
  const { theirs, onFailed } = connected(hear);
  theirs.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type !== 'ping') return;
    theirs.postMessage({ type: 'pong' });
    theirs.postMessage({ type: 'complaint', message: 'no', line: null });
  };
  await heard;
  vi.advanceTimersByTime(readyLimit);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith({
    message: 'The page has not drawn anything in 6 seconds.',
    line: null,
  });
  theirs.close();
});
