import { options } from 'preact';

/**
 * Effects of pages that run on Preact, as React would run them: in a task of their own. By itself it waits for a frame, which
 * a page that nobody sees does not get.
 */
export function runEffectsSoon(): void {
  const { port1, port2 } = new MessageChannel();
  let waiting: (() => void)[] = [];
  port1.onmessage = () => {
    const now = waiting;
    waiting = [];
    for (const run of now) run();
  };
  options.requestAnimationFrame = (run) => {
    waiting.push(run);
    port2.postMessage(null);
  };
}
