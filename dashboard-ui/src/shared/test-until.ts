import { vi } from 'vitest';

/** Waits until `check` no longer throws, with a timeout that suits a busy machine. */
export const until = (check: () => void, { interval }: { interval?: number } = {}) =>
  vi.waitFor(check, { timeout: 15_000, interval });
