const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in the largest whole unit: `42s ago`, `9m ago`, `3h ago`, `12d ago`. Times in the future count as 0s; what is no time is empty. */
export function relativeAge(time: string, now = Date.now()): string {
  const age = Math.max(0, now - new Date(time).getTime());
  if (Number.isNaN(age)) return '';
  if (age < minute) return `${Math.floor(age / second)}s ago`;
  if (age < hour) return `${Math.floor(age / minute)}m ago`;
  if (age < day) return `${Math.floor(age / hour)}h ago`;
  return `${Math.floor(age / day)}d ago`;
}
