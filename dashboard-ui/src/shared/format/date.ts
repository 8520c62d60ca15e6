/* Formatted by hand, for the reason in `number.ts`. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const aDay = 86_400_000;

/** `Nov 20`; months are counted from 0. */
const dayOf = (month: number, day: number) => `${months[month]} ${day}`;
const dateOf = (time: Date) => `${dayOf(time.getMonth(), time.getDate())}, ${time.getFullYear()}`;
export const twoDigits = (count: number) => String(count).padStart(2, '0');
const clockOf = (time: Date) => `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;

/** `Nov 20, 2026, 09:14`, in the reader's own time zone. */
export function formatDateTime(time: string): string {
  const date = new Date(time);
  return `${dateOf(date)}, ${clockOf(date)}`;
}

/** `Nov 20, 2026`, in the reader's own time zone. */
export const formatDate = (time: string) => dateOf(new Date(time));

/** `09:14`, in the reader's own time zone. */
export const formatClock = (time: string) => clockOf(new Date(time));

/** `Nov 20` of a calendar day `2026-11-20`, which has no time zone. */
export function formatDay(isoDay: string): string {
  const [, month, day] = isoDay.split('-').map(Number);
  return dayOf(month! - 1, day!);
}

/** Converts unix seconds, which suggestions and bug reports have, for the functions above. */
export const fromUnixSeconds = (seconds: number) => new Date(seconds * 1000).toISOString();

/** `Today`, `Yesterday`, `Friday, Nov 20`, in another year `Nov 20, 2025`, by the reader's time zone. */
export function formatDayName(time: string, now = Date.now()): string {
  const day = new Date(time);
  const is = (other: number) => day.toDateString() === new Date(other).toDateString();
  if (is(now)) return 'Today';
  // Counted from noon, so that a day of 23 or 25 hours is not skipped.
  if (is(new Date(now).setHours(12) - aDay)) return 'Yesterday';
  if (day.getFullYear() !== new Date(now).getFullYear()) return dateOf(day);
  return `${weekdays[day.getDay()]}, ${dayOf(day.getMonth(), day.getDate())}`;
}
