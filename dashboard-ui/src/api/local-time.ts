/** By which clock the reader's days begin: as it goes now, and by a zone's name, which knows when clocks were changed. */
export const localTime = () => ({
  utcOffset: -new Date().getTimezoneOffset(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
