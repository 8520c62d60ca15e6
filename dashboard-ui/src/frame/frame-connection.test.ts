import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectFrame, readyLimit } from './frame-connection';
import type { ToFrame } from './messages';

// Only timeouts are faked. Pings use an interval, so the faked time passes without any, as in a busy browser.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const shown = { stock: null } as unknown as Parameters<typeof connectFrame>[1];

function connected(onComplaint = () => {}, onReady = () => {}) {
  const frame = document.createElement('iframe');
  let theirs!: MessagePort;
  const postMessage = (...[, , ports]: [unknown, string, MessagePort[]]) => void (theirs = ports[0]!);
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } });
  const onFailed = vi.fn();
  connectFrame(frame, shown, { onReady, onFailed, onComplaint });
  frame.dispatchEvent(new Event('load'));
  return { theirs, onFailed, window: frame.contentWindow };
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

it.each([
  ['is opened in a new tab during a click', true, 1],
  ['is not opened without a click', false, 0],
])('a link that the page names %s', async (_, isActive, times) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  vi.stubGlobal('navigator', { userActivation: { isActive } });
  let hear!: () => void;
  const heard = new Promise<void>((resolve) => (hear = resolve));
  const { theirs } = connected(hear);
  theirs.postMessage({ type: 'open', href: 'https://store.example/' });
  theirs.postMessage({ type: 'complaint', message: 'no', line: null });
  await heard;
  const expected = ['https://store.example/', '_blank', 'noopener,noreferrer'];
  expect(open.mock.calls).toEqual(Array.from({ length: times }, () => expected));
  theirs.close();
});

describe('as the seconds pass', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
  );

  it('a page may send 200 messages each second, but not one more', () => {
    const { onFailed, window: source } = connected();
    const send = (messages: number) => {
      for (let sent = 0; sent < messages; sent++)
        window.dispatchEvent(new MessageEvent('message', { source }));
    };
    send(200);
    vi.advanceTimersByTime(1000);
    send(200);
    expect(onFailed).not.toHaveBeenCalled();
    send(1);
    expect(onFailed).toHaveBeenCalledExactlyOnceWith({
      message: 'The page sends too many messages.',
      line: null,
    });
  });

  it('a page that answers no pings fails, but not while it is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    let stand!: () => void;
    const stands = new Promise<void>((resolve) => (stand = resolve));
    const { theirs, onFailed } = connected(undefined, stand);
    theirs.postMessage({ type: 'ready' });
    await stands;
    vi.advanceTimersByTime(60_000);
    expect(onFailed).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    vi.advanceTimersByTime(4000);
    expect(onFailed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'The page does not answer.' }),
    );
    theirs.close();
  });
});
