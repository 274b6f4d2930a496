import type { Db } from '#db/database.ts';
import type { RecurringJob } from '#domains/jobs';
import { checkBooksNightly } from '#domains/reports';

const DAY = 86_400_000;

/** Looks through the books once a day; what differs stands on the dashboard. */
export const nightlyBookCheck = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'check books nightly',
  everyMs: DAY,
  run: () => checkBooksNightly(db, now()),
});
