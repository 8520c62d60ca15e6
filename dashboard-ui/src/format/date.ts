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
