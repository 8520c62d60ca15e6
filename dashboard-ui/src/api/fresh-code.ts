import { reachability } from './reachability';

const storageKey = 'reloaded for code';

/**
 * Loads a screen's code. After an upgrade the files that this page knows are gone: then the page is loaded anew, once, by
 * `reload`. Throws when that has not helped, or when the server cannot be reached at all.
 */
export async function loadCode<Code>(load: () => Promise<Code>, reload: () => void): Promise<Code> {
  try {
    const code = await load();
    sessionStorage.removeItem(storageKey);
    return code;
  } catch (error) {
    if (sessionStorage.getItem(storageKey) || !(await serverAnswers())) throw error;
    sessionStorage.setItem(storageKey, 'yes');
    reload();
    return new Promise(() => {});
  }
}

async function serverAnswers(): Promise<boolean> {
  try {
    const { ok, status } = await fetch('/api/config');
    reachability.answered(status);
    return ok;
  } catch (error) {
    reachability.failed(error);
    return false;
  }
}
