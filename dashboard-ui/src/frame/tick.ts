/** How long the page may block the thread, in milliseconds. */
export const workLimit = 2000;

/**
 * Makes the function that every loop and function of the seller's code calls. It throws once the code has blocked the
 * thread for too long, and keeps throwing until the code returns: the count restarts with the next task, which has to
 * wait for that.
 */
export function createTick(now = performance.now.bind(performance)): () => void {
  const { port1, port2 } = new MessageChannel();
  const letGo = port2.postMessage.bind(port2);
  let since = 0;
  port1.onmessage = () => {
    since = 0;
  };
  return () => {
    if (since === 0) {
      since = now();
      letGo(null);
    } else if (now() - since > workLimit) {
      throw new Error('This takes too long. Is there a loop that never ends?');
    }
  };
}
