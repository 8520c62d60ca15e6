const dateTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const date = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Nov 20, 2026, 09:14`, in the reader's own time zone. */
export const formatDateTime = (time: string) => dateTime.format(new Date(time));

/** `Nov 20, 2026`, in the reader's own time zone. */
export const formatDate = (time: string) => date.format(new Date(time));

/** `Nov 20` of a calendar day `2026-11-20`, which has no time zone. */
export const formatDay = (isoDay: string) => day.format(new Date(`${isoDay}T00:00:00Z`));

/** Unix seconds, as suggestions and bug reports have them, as a time for the functions above. */
export const fromUnixSeconds = (seconds: number) => new Date(seconds * 1000).toISOString();

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' });
const aDay = 86_400_000;

/** `09:14`, in the reader's own time zone. */
export const formatClock = (time: string) => clock.format(new Date(time));

/** `Today`, `Yesterday`, `Friday, Nov 20`, in another year `Nov 20, 2025`: the reader's own days. */
export function formatDayName(time: string, now = Date.now()): string {
  const day = new Date(time);
  const is = (other: number) => day.toDateString() === new Date(other).toDateString();
  if (is(now)) return 'Today';
  // Noon, so that a day of 23 or 25 hours does not skip one.
  if (is(new Date(now).setHours(12) - aDay)) return 'Yesterday';
  return day.getFullYear() === new Date(now).getFullYear() ? weekday.format(day) : formatDate(time);
}
