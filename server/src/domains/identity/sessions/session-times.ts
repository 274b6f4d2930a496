const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Milliseconds without use after which a session ends; LIFE below bounds its whole life. A trusted device's lives
 * longer.
 */
const IDLE = { browser: 12 * HOUR, trusted: 30 * DAY };
const LIFE = { browser: 7 * DAY, trusted: 90 * DAY };

/** Milliseconds within which a token is not replaced again: tabs that refresh at once count as one use. */
export const GRACE_MS = 10_000;

/** The moment at which a session used at `now` ends unless it is used again. */
export const sessionEnd = (persist: boolean, createdAt: Date, now: Date): Date => {
  const kind = persist ? 'trusted' : 'browser';
  return new Date(Math.min(now.getTime() + IDLE[kind], createdAt.getTime() + LIFE[kind]));
};

/** Whole seconds from `now` to `end`. */
export const secondsLeft = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / 1000);
