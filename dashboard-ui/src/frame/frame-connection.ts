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

/** For its document and scripts to arrive. */
export const loadLimit = 10_000;
/** From then on, for the page to stand. */
export const readyLimit = 6000;
export const pingEvery = 1000;
/** So many pings in a row without an answer, and the frame hangs. */
export const unansweredLimit = 4;
/** A page says little; one that says this much in a second wants to keep others from their work. */
export const messageLimit = 200;

type Handlers = {
  onReady: () => void;
  /** It does not stand, or no more. Told once; the connection is closed then. */
  onFailed: (failure: Failure) => void;
  onComplaint?: (problem: Problem) => void;
};

/** The page's code, and where the server shows the files that it names. */
export type OwnCode = { code: string; files: Files };

export type FrameConnection = { show: (shown: Shown) => void; close: () => void };

const didNotLoad: Failure = { message: 'The page did not load.', line: null, unknown: true };
const hangs: Failure = { message: 'The page does not answer.', line: null, unknown: true };
const drewNothing: Failure = {
  message: `The page has not drawn anything in ${readyLimit / 1000} seconds.`,
  line: null,
};

/**
 * Speaks with a seller's page in `frame`, which is about to load. Whatever comes from there may be forged: it can say that
 * it stands, fails or wants a link opened, and nothing else. `own` is for the preview; a public page brings its own.
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
    // Where nobody looks, browsers put pages to sleep.
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
      // Awake and running, it had the time that customers give it.
      const hadTime = () => hasAnswered && !wasAsleep;
      waitLimit = later(readyLimit, () => (hadTime() ? drewNothing : { ...drewNothing, unknown: true }));
      // Its origin is nobody's, so that no other target can be named. The app's policy lets it be no other host.
      frame.contentWindow?.postMessage(connect, '*', [theirs]);
      send({ type: 'run', ...latest, ...own });
    },
    { signal },
  );
  // Nobody listens to the window; who floods it keeps it busy all the same.
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

/** A new tab, for a click and not before one. */
function openLink(href: string) {
  const link = openableLink(href);
  if (link && navigator.userActivation?.isActive !== false)
    window.open(link, '_blank', 'noopener,noreferrer');
}
