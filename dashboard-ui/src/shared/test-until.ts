import { vi } from 'vitest';

/** Waits, on a busy machine, too, until `check` throws no more. */
export const until = (check: () => void, { interval }: { interval?: number } = {}) =>
  vi.waitFor(check, { timeout: 15_000, interval });
