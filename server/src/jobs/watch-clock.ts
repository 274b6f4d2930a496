import { formatInstant } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type RecurringJob, readClock } from '#domains/jobs';

const MINUTE = 60_000;
/** Milliseconds between two warnings, by a clock that no setting of the time moves. */
const SAY_MS = 60 * MINUTE;

type Deps = { db: Db; now: () => Date; warn: (message: string) => void; uptime?: () => number };

/** Keeps the last time that counts as right, and warns once an hour while this server's clock is more than a day ahead. */
export const watchOfClock = ({ db, now, warn, uptime = () => performance.now() }: Deps): RecurringJob => {
  let said = Number.NEGATIVE_INFINITY;
  return {
    name: 'watch the clock',
    everyMs: MINUTE,
    run: async () => {
      const held = await readClock(db, now());
      if (!held || uptime() - said < SAY_MS) return;
      said = uptime();
      warn(
        `The clock of this server says ${formatInstant(held.reads.toISOString())}, and the last time that it was right is ` +
          `${formatInstant(held.seen_at.toISOString())}. Nothing is rejected, archived or removed, and no ` +
          'prompt is sent, until somebody says on the dashboard that the clock is right.',
      );
    },
  };
};
