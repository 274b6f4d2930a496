import type { Db } from '#db/database.ts';
import type { Presence } from '#db/presence.ts';
import { driversWithMoney, hasLateClaims, matchLateClaims, statementImport } from '#domains/clearance';
import { driverImport, takeBackJob } from '#domains/drivers';
import type { RecurringJob } from '#domains/jobs';
import type { Services } from '#domains/messages';
import { reminderJob } from '#domains/payments';
import { bookCheck, checkBooksNightly } from '#domains/reports';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Momo } from '#integrations/momo/momo.ts';
import { delivery, sayCeiling } from './delivery.ts';
import { foldingOfTotals } from './fold-totals.ts';
import { housekeeping } from './housekeeping.ts';
import { priceWatch } from './price-watch.ts';
import { prompts } from './prompts.ts';
import { textingOfReceipts } from './text-receipts.ts';
import { watchOfClock } from './watch-clock.ts';

const EVERY_MS = 10_000;

/** Clears claims that are sent after their money was recorded. Money that is recorded after its claim matches at once. */
const matchingOfClaims = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'match claims',
  everyMs: EVERY_MS,
  isNeeded: () => hasLateClaims(db),
  run: () => matchLateClaims(db, now()),
});

const DAY = 86_400_000;

/** Looks through the books once a day; what differs stands on the dashboard. */
const nightlyBookCheck = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'check books nightly',
  everyMs: DAY,
  run: () => checkBooksNightly(db, now()),
});

type Deps = {
  db: Db;
  files: FileStore;
  now: () => Date;
  log: { warn: (what: object | string, words?: string) => void; error: (what: object, words: string) => void };
  momo: Momo | null;
  presence: Presence;
  /** The address that texts name, or null. */
  linksTo: string | null;
  claimDays: number;
  registrationDays: number;
  smsPerDay: number;
} & Pick<Services, 'mail' | 'sms'>;

/** All jobs of a server: those that recur, and those in chunks that somebody asks for. Each has plain words in the contract. */
export const everyJob = ({ mail, sms, momo, linksTo, smsPerDay, log, ...deps }: Deps) => ({
  recurring: [
    ...housekeeping(deps),
    foldingOfTotals(deps.db),
    matchingOfClaims(deps),
    nightlyBookCheck(deps),
    priceWatch({ ...deps, warn: (message) => log.warn(message) }),
    watchOfClock({ ...deps, warn: (message) => log.warn(message) }),
    textingOfReceipts({ ...deps, linksTo }),
    ...prompts({ ...deps, momo, warn: (what, words) => log.warn(what, words) }),
    ...delivery({ ...deps, mail, sms, ceiling: { perDay: smsPerDay, reached: sayCeiling(log) } }),
  ],
  chunked: [bookCheck, driverImport, takeBackJob(driversWithMoney), statementImport, reminderJob(linksTo)],
});
