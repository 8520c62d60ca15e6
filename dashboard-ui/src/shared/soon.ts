import { options } from 'preact';

const { port1, port2 } = new MessageChannel();
let waiting: (() => void)[] = [];
port1.onmessage = () => {
  const now = waiting;
  waiting = [];
  for (const run of now) run();
};

/** Runs it in a task of its own. */
export function soon(run: () => void): void {
  waiting.push(run);
  port2.postMessage(null);
}

/**
 * Effects of pages that run on Preact, as React would run them: in a task of their own. By itself it waits for a frame, which
 * a page that nobody sees does not get.
 */
export function runEffectsSoon(): void {
  options.requestAnimationFrame = soon;
}
