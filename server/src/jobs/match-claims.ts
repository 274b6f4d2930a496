import type { Db } from '#db/database.ts';
import { hasLateClaims, matchLateClaims } from '#domains/clearance';
import type { RecurringJob } from '#domains/jobs';

const EVERY_MS = 10_000;

/** Clears claims that are sent after their money was recorded. Money that is recorded after its claim matches at once. */
export const matchingOfClaims = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'match claims',
  everyMs: EVERY_MS,
  isNeeded: () => hasLateClaims(db),
  run: () => matchLateClaims(db, now()),
});
