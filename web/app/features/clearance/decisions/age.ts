const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days from which on a case has waited too long. */
const LONG = 3;

/** How long ago an instant was, as `8 min`, `5 h` or `3 d`, and whether that is long. */
export const ageOf = (instant: string, now: number): { text: string; isLong: boolean } => {
  const passed = Math.max(0, now - new Date(instant).getTime());
  const isLong = passed >= LONG * DAY;
  if (passed >= DAY) return { text: `${Math.floor(passed / DAY)} d`, isLong };
  if (passed >= HOUR) return { text: `${Math.floor(passed / HOUR)} h`, isLong };
  return { text: `${Math.floor(passed / MINUTE)} min`, isLong };
};
