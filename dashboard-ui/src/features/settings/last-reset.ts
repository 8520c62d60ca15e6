const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** `Never`, `Less than an hour ago`, `5 hours ago`, `12 days ago`. */
export function lastReset(time: string | null, now: number): string {
  const age = now - Date.parse(time ?? '');
  // There is no time, or it cannot be read.
  if (Number.isNaN(age)) return 'Never';
  if (age < hour) return 'Less than an hour ago';
  return age < day ? ago(Math.floor(age / hour), 'hour') : ago(Math.floor(age / day), 'day');
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
