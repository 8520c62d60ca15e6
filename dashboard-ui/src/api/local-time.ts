/** The reader's time zone: its current offset, and its name, by which the server knows when the clocks changed. */
export const localTime = () => ({
  utcOffset: -new Date().getTimezoneOffset(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
