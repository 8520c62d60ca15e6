import { useQueue } from './use-queue';

/** Secrets that were made, each to be shown once. */
export const useSecrets = () => useQueue<string>('Make a new secret: this one was not shown.');
