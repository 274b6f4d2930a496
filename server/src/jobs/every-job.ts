import type { Db } from '#db/database.ts';
import type { Presence } from '#db/presence.ts';
import { driversWithMoney, statementImport } from '#domains/clearance';
import { driverImport, takeBackOfDrivers } from '#domains/drivers';
import type { Services } from '#domains/messages';
import { reminderJob } from '#domains/payments';
import { bookCheck } from '#domains/reports';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Momo } from '#integrations/momo/momo.ts';
import { nightlyBookCheck } from './check-books.ts';
import { delivery, sayCeiling } from './delivery.ts';
import { foldingOfTotals } from './fold-totals.ts';
import { housekeeping } from './housekeeping.ts';
import { matchingOfClaims } from './match-claims.ts';
import { priceWatch } from './price-watch.ts';
import { prompts } from './prompts.ts';
import { textingOfReceipts } from './text-receipts.ts';
import { watchOfClock } from './watch-clock.ts';

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
  chunked: [bookCheck, driverImport, takeBackOfDrivers(driversWithMoney).job, statementImport, reminderJob(linksTo)],
});
