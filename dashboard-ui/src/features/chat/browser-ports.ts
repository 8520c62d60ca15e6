import { ApiError } from '../../api/client';
import { readEvents } from '../../api/event-stream';
import { sessionToken } from '../../api/session';
import { randomUuid } from '../../shared/random-id';
import { room, type Person } from './message';
import { isRefusal, Refusal, TooMany, type LineEvents, type Ports } from './ports';
import { carrySession, fetchChanges, fetchHistory, sendMessage, sendTyping } from './queries';

const sessionEnded = 4401;

/** The ports of a real browser and the server at `host` (empty: the page's own). */
export function browserPorts(host: string): Ports {
  const line = (path: string, author: Person) =>
    `${path}?${new URLSearchParams({ room, ...author, presence: 'true' })}`;
  return {
    clock: {
      now: Date.now,
      after: (ms, run) => setTimeout(run, ms),
      cancel: (timer) => clearTimeout(timer),
    },
    random: Math.random,
    newId: randomUuid,
    prepare: () => carrySession(host),
    openSocket(author, events) {
      const address = new URL(line('/ws/chat', author), host || location.origin);
      address.protocol = address.protocol.replace('http', 'ws');
      const socket = socketAt(address);
      if (!socket) {
        queueMicrotask(() => events.onClose({ over: false }));
        return { close: () => {}, send: () => {} };
      }
      socket.onmessage = ({ data }) => events.onFrame(parse(data));
      socket.onclose = ({ code }) => events.onClose({ over: code === sessionEnded });
      return { close: () => socket.close(), send: (frame) => socket.send(frame) };
    },
    openStream(author, events) {
      const stop = new AbortController();
      void read(host + line('/sse/chat', author), stop.signal, events);
      return { close: () => stop.abort() };
    },
    history: (before) => fetchHistory(host, before),
    changes: (after) => fetchChanges(host, after),
    post: (outgoing) =>
      sendMessage(host, outgoing).catch((error: unknown) => {
        throw error instanceof ApiError ? judged(error) : error;
      }),
    postTyping: (author) => sendTyping(host, author),
  };
}

function judged(error: ApiError): Error {
  if (error.status === 429) return new TooMany(error.message);
  return isRefusal(error.status) ? new Refusal(error.message) : error;
}

/** Undefined where the browser makes no WebSockets, as under some policies and extensions. */
function socketAt(address: URL): WebSocket | undefined {
  try {
    return new WebSocket(address);
  } catch {
    return undefined;
  }
}

/** Reads server-sent events by `fetch`: an `EventSource` sends no header and does not say why it was refused. */
async function read(address: string, signal: AbortSignal, { onFrame, onClose }: LineEvents) {
  let why: Parameters<typeof onClose>[0] = { over: false };
  try {
    const response = await fetch(address, {
      signal,
      headers: { Accept: 'text/event-stream', Authorization: sessionToken() },
    });
    why = { over: response.status === 401 };
    if (!response.ok) why.refusal = ((await response.json()) as { message?: string }).message;
    if (!response.ok || !response.body) return;
    await readEvents(response.body, (data) => onFrame(parse(data)));
  } catch {
    // The caller reconnects when a line breaks, so there is nothing to report.
  } finally {
    if (!signal.aborted) onClose(why);
  }
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
