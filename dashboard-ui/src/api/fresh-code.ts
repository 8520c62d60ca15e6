import { inTab } from '../shared/browser-storage';
import { reachability } from './reachability';

const storageKey = 'loaded anew';
/** A second reload within this time would be a loop. */
const rest = 60_000;

/**
 * Loads a screen's code. After an upgrade the files that this page knows are gone; then `reload` loads the page once
 * more. Throws when that has not helped, or when the server cannot be reached at all.
 */
export async function loadCode<Code>(load: () => Promise<Code>, reload: () => void): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    const last = Number(inTab.get(storageKey) ?? 0);
    if (Date.now() - last < rest || !(await serverAnswers())) throw error;
    // A reload that leaves no trace could not be told from the first one.
    if (!inTab.set(storageKey, String(Date.now()))) throw error;
    reload();
    return new Promise(() => {});
  }
}

async function serverAnswers(): Promise<boolean> {
  const before = reachability.losses();
  try {
    const { ok, status } = await fetch('/api/config');
    reachability.answered(status, before);
    return ok;
  } catch (error) {
    reachability.failed(error);
    return false;
  }
}
