import { useQueue } from './use-queue';

/** A queue of new secrets, each of which is shown once. */
export const useSecrets = () => useQueue<string>('Make a new secret: this one was not shown.');
