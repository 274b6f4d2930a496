import { formatInstant } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Presence } from '#db/presence.ts';
import { foldTotals, hasDeltas, vacuumDeltas } from '#db/totals/fold-totals.ts';
import { driversWithMoney, hasLateClaims, matchLateClaims, statementImport } from '#domains/clearance';
import { driverImport, firstRegistrationYear, takeBackJob } from '#domains/drivers';
import { type RecurringJob, readClock } from '#domains/jobs';
import type { Services } from '#domains/messages';
import { hasUntextedReceipts, reminderJob, textReceipts } from '#domains/payments';
import { missingPrices } from '#domains/prices';
import { bookCheck, checkBooksNightly } from '#domains/reports';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Momo } from '#integrations/momo/momo.ts';
import { delivery, sayCeiling } from './delivery.ts';
import { housekeeping } from './housekeeping.ts';
import { prompts } from './prompts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds between two warnings, by a clock that no setting of the time moves. */
const SAY_MS = 60 * MINUTE;

type WatchClockDeps = { db: Db; now: () => Date; warn: (message: string) => void; uptime?: () => number };

/** Keeps the last time that counts as right, and warns once an hour while this server's clock is more than a day ahead. */
export const watchOfClock = ({ db, now, warn, uptime = () => performance.now() }: WatchClockDeps): RecurringJob => {
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

/** Deltas folded between two vacuums: some dozen pages, which a reader goes through in less than a millisecond. */
const VACUUM_EVERY = 5_000;

/** Folds deltas into the totals; readers are right without it, but slower. */
export const foldingOfTotals = (db: Db): RecurringJob => {
  let folded = 0;
  return {
    name: 'fold totals',
    // Shorter than the pause between two looks for jobs, so that each look that finds deltas folds them.
    everyMs: SECOND,
    isNeeded: () => hasDeltas(db),
    run: async () => {
      folded += await foldTotals(db);
      if (folded < VACUUM_EVERY) return;
      await vacuumDeltas(db);
      folded = 0;
    },
  };
};

/** `linksTo`: the web's origin, without which no receipt is texted. */
type TextReceiptsDeps = { db: Db; now: () => Date; linksTo: string | null };

/** Texts drivers the links to their new receipts. Apart from clearing, so that no statement of money waits for texts. */
const textingOfReceipts = ({ db, now, linksTo }: TextReceiptsDeps): RecurringJob => ({
  name: 'text receipts',
  everyMs: 5 * SECOND,
  isNeeded: () => hasUntextedReceipts(db),
  run: () => textReceipts(db, { linksTo, now: now() }),
});

type PriceWatchDeps = { db: Db; now: () => Date; warn: (message: string) => void };

/** Warns once a day while drivers' fees lack prices: without them nothing is due. */
export const priceWatch = ({ db, now, warn }: PriceWatchDeps): RecurringJob => ({
  name: 'watch prices',
  everyMs: DAY,
  run: async () => {
    for (const { year, descriptions } of await missingPrices(db, now(), await firstRegistrationYear(db)))
      warn(
        `No price is set for ${year}: ${descriptions.join(', ')}. Until one is, what the list prices is not due for it.`,
      );
  },
});

/** Clears claims that are sent after their money was recorded. Money that is recorded after its claim matches at once. */
const matchingOfClaims = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'match claims',
  everyMs: 10 * SECOND,
  isNeeded: () => hasLateClaims(db),
  run: () => matchLateClaims(db, now()),
});

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
