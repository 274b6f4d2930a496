const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A session ends when unused this long, and after its whole life in any case. A trusted device's lives longer. */
const IDLE = { browser: 12 * HOUR, trusted: 30 * DAY };
const LIFE = { browser: 7 * DAY, trusted: 90 * DAY };

/** A token is not replaced again this soon: tabs that refresh at once are one use. */
export const GRACE_MS = 10_000;

/** When a session used at `now` ends unless it is used again. */
export const sessionEnd = (persist: boolean, createdAt: Date, now: Date): Date => {
  const kind = persist ? 'trusted' : 'browser';
  return new Date(Math.min(now.getTime() + IDLE[kind], createdAt.getTime() + LIFE[kind]));
};

/** Whole seconds from `now` to `end`. */
export const secondsLeft = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / 1000);
