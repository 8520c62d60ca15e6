import type { Files } from './files';
import {
  connect,
  openableLink,
  readFromFrame,
  type Failure,
  type Problem,
  type Shown,
  type ToFrame,
} from './messages';

/** How long the document and its scripts may take to load. */
const loadLimit = 10_000;
/** How long the page may then take to become ready. */
export const readyLimit = 6000;
const pingEvery = 1000;
/** After so many unanswered pings in a row the frame counts as hanging. */
const unansweredLimit = 4;
/** Messages per second. An honest page sends few; one that sends more tries to keep this page busy. */
const messageLimit = 200;

type Handlers = {
  onReady: () => void;
  /** The page did not become ready, or has stopped working. Called once; the connection is closed then. */
  onFailed: (failure: Failure) => void;
  onComplaint?: (problem: Problem) => void;
};

/** The page's code, and where the server serves the files that it names. */
export type OwnCode = { code: string; files: Files };

export type FrameConnection = { show: (shown: Shown) => void; close: () => void };

const didNotLoad: Failure = { message: 'The page did not load.', line: null, unknown: true };
const hangs: Failure = { message: 'The page does not answer.', line: null, unknown: true };
const drewNothing: Failure = {
  message: `The page has not drawn anything in ${readyLimit / 1000} seconds.`,
  line: null,
};

/**
 * Connects to a seller's page in `frame`, which is about to load. Messages from there may be forged, so all they can
 * do is report being ready or a failure, or ask for a link to be opened. `own` is for the preview; a public page
 * already contains its code.
 */
export function connectFrame(
  frame: HTMLIFrameElement,
  shown: Shown,
  { onReady, onFailed, onComplaint }: Handlers,
  own?: OwnCode,
): FrameConnection {
  const { port1: port, port2: theirs } = new MessageChannel();
  const stop = new AbortController();
  let latest = shown;
  let loaded = false;
  let waitLimit = later(loadLimit, () => didNotLoad);
  let wasAsleep = document.hidden;
  let unanswered = 0;
  let hasAnswered = false;
  let said = 0;

  function send(message: ToFrame) {
    port.postMessage(message);
  }

  function later(ms: number, failure: () => Failure) {
    return setTimeout(() => fail(failure()), ms);
  }

  function close() {
    stop.abort();
    port.close();
    clearTimeout(waitLimit);
    clearInterval(pinging);
  }

  function fail(failure: Failure) {
    if (stop.signal.aborted) return;
    close();
    onFailed(failure);
  }

  function count() {
    if (++said > messageLimit) fail({ message: 'The page sends too many messages.', line: null });
  }

  const pinging = setInterval(() => {
    said = 0;
    // Browsers suspend hidden pages.
    wasAsleep ||= document.hidden;
    if (!loaded || document.hidden) return void (unanswered = 0);
    if (unanswered++ >= unansweredLimit) fail(hangs);
    else send({ type: 'ping' });
  }, pingEvery);

  const { signal } = stop;
  frame.addEventListener(
    'load',
    () => {
      if (loaded) return fail({ message: 'The page went elsewhere.', line: null });
      loaded = true;
      clearTimeout(waitLimit);
      // A page that was awake and answered has had as much time as customers would give it.
      const hadTime = () => hasAnswered && !wasAsleep;
      waitLimit = later(readyLimit, () => (hadTime() ? drewNothing : { ...drewNothing, unknown: true }));
      // The frame's origin is opaque, so no other target origin can be named. This page's policy ensures that the
      // frame loads from no other host.
      frame.contentWindow?.postMessage(connect, '*', [theirs]);
      send({ type: 'run', ...latest, ...own });
    },
    { signal },
  );
  // Messages to the window are ignored, but flooding it would keep this page busy all the same, so they count.
  window.addEventListener('message', ({ source }) => source === frame.contentWindow && count(), { signal });
  port.addEventListener(
    'message',
    ({ data }) => {
      count();
      const message = readFromFrame(data);
      if (!message || signal.aborted) return;
      switch (message.type) {
        case 'pong':
          unanswered = 0;
          hasAnswered = true;
          break;
        case 'ready':
          clearTimeout(waitLimit);
          onReady();
          break;
        case 'failed':
          fail(message);
          break;
        case 'complaint':
          onComplaint?.(message);
          break;
        case 'open':
          openLink(message.href);
      }
    },
    { signal },
  );
  port.start();

  return {
    show(next) {
      latest = next;
      if (loaded && !signal.aborted) send({ type: 'show', ...next });
    },
    close,
  };
}

/** Opens a link in a new tab. Only works during a click, which keeps a page from opening tabs by itself. */
function openLink(href: string) {
  const link = openableLink(href);
  if (link && navigator.userActivation?.isActive !== false)
    window.open(link, '_blank', 'noopener,noreferrer');
}
