/** What this browser keeps for the site. If the user has blocked that, every access to it throws. */
function guarded(storage: () => Storage) {
  /** `instead` where the storage refuses. */
  function attempt<Result>(access: (storage: Storage) => Result, instead: Result): Result {
    try {
      return access(storage());
    } catch {
      return instead;
    }
  }
  return {
    isBlocked: () => attempt((kept) => kept.length, -1) < 0,
    keys: () => attempt((kept) => Object.keys(kept), []),
    get: (key: string) => attempt((kept) => kept.getItem(key), null),
    /** Whether it is kept; a full storage refuses, too. */
    set: (key: string, value: string) => attempt((kept) => (kept.setItem(key, value), true), false),
    remove: (key: string) => attempt((kept) => kept.removeItem(key), undefined),
  };
}

export const inBrowser = guarded(() => localStorage);

/** Kept for as long as the tab is open. */
export const inTab = guarded(() => sessionStorage);
