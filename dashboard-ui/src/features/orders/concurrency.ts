type Task<T> = () => Promise<T>;

/** Runs at most `limit` tasks at once; the others wait their turn. One that is aborted while it waits never starts. */
export function createLimit(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function turn(): Promise<void> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
  }

  // A finished task passes its slot on directly, so that no new task can jump the queue.
  function done() {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return async function limited<T>(task: Task<T>, signal?: AbortSignal): Promise<T> {
    await turn();
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      done();
    }
  };
}
