/**
 * Whether the server can be reached, as the latest call found it. The browser's word counts against it only: that there
 * is a network again does not mean that the server is there.
 */

let reachable = true;
/** How often the browser has lost its network. */
let losses = 0;
const listeners = new Set<() => void>();

function set(now: boolean) {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

/** Statuses that a proxy answers with when it has not reached the server either. */
const fromInBetween = [502, 504];

export const reachability = {
  isReachable: () => reachable,
  losses: () => losses,
  /** Notes an answer. `before`: the losses when the call began. One that was under way at a loss says nothing of the time since. */
  answered(status: number, before = losses) {
    if (before === losses) set(!fromInBetween.includes(status));
  },
  /** Notes a call that got no answer. An aborted call says nothing about the server. */
  failed(error: unknown) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) set(false);
  },
  /** Notes when the browser loses its network, which it knows before a call has failed. */
  followBrowser() {
    addEventListener('offline', () => {
      losses++;
      set(false);
    });
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
