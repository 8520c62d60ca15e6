import { options } from 'preact';

const { port1, port2 } = new MessageChannel();
let waiting: (() => void)[] = [];
port1.onmessage = () => {
  const now = waiting;
  waiting = [];
  for (const run of now) run();
};

/** Runs it in a separate task. */
export function soon(run: () => void): void {
  waiting.push(run);
  port2.postMessage(null);
}

/**
 * Makes Preact run effects in a separate task, as React does. By default it waits for an animation frame, which
 * hidden pages do not get.
 */
export function runEffectsSoon(): void {
  options.requestAnimationFrame = soon;
}
