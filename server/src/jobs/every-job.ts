import { formatInstant } from '@banbo/contract';
import type { Presence } from '#db/connection/presence.ts';
import type { Db } from '#db/database.ts';
import { foldTotals, hasDeltas, vacuumDeltas } from '#db/totals/fold-totals.ts';
import {
  archiveJob,
  balanceImport,
  clearOldArchives,
  clearOldBalanceImports,
  hasJournalsToPropose,
  proposeJournals,
} from '#domains/books';
import {
  clearOldStatements,
  findMissingMoney,
  forgetPrompts,
  hasLateClaims,
  hasStatementsToSearch,
  matchLateClaims,
  statementImport,
} from '#domains/clearance';
import { clearOldDeviceImports, deviceImport } from '#domains/devices';
import {
  clearOldDriverImports,
  driverImport,
  firstYearOwed,
  forgetLooks,
  sweepPhotos,
  takeBackOfDrivers,
} from '#domains/drivers';
import { clearOldAccess, staffDirectory } from '#domains/identity';
import { hasCallsToPassOn, isBoardLeft, passCallsOn, tellOfAbsence } from '#domains/incidents';
import { forgetJobs, onlyByRightClock, type RecurringJob, readClock } from '#domains/jobs';
import {
  clearOldLandImports,
  clearOldRentRuns,
  forgetActivations,
  hasHearingsToRemind,
  landImport,
  landTakeBack,
  remindOfHearings,
  rentReminderJob,
  rentRunJob,
} from '#domains/land';
import { clearOldEvents } from '#domains/live';
import { clearOldMessages, type Services } from '#domains/messages';
import {
  archiveUnpaid,
  payDueFromCredit,
  rejectClaimsWithoutReceipt,
  reminderJob,
  textReceipts,
} from '#domains/payments';
import { missingLandPrices, missingPrices } from '#domains/prices';
import { hasReceiptsToText } from '#domains/receipts';
import { driversInvolved } from '#domains/refunds';
import { type BackupDeps, bookCheck, checkBooksNightly, isOwnerToTell, tellOwner } from '#domains/reports';
import {
  afterFirstMinute,
  erasePlaces,
  forgetPlaces,
  hasPlacesToErase,
  lacksDayAhead,
  makeDaysAhead,
  noticeSilence,
  thinPlaces,
  watchFeeds,
} from '#domains/tracking';
import { forgetAnswers } from '#http/idempotency.repo.ts';
import { forgetCounts } from '#http/limits/limits.repo.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Momo } from '#integrations/momo/open-momo.ts';
import type { Archiver } from '../backup/archive/archiver.ts';
import { backupJobs } from './backups.ts';
import { delivery, logCeilingDaily } from './delivery.ts';
import { prompts } from './prompts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a retry gets the first answer: a phone may be offline for days. */
const ANSWERS_KEPT_DAYS = 7;

/** Days that a claim waits for its receipt, and a registration for its fee. */
type HousekeepingDeps = { db: Db; files: FileStore; now: () => Date; claimDays: number; registrationDays: number };

/** Removes expired records and ends waiting ones. A clock far ahead would remove and end all. */
const endings = ({ db, files, now, claimDays, registrationDays }: HousekeepingDeps): RecurringJob[] => [
  // Daily, since each run may remove a share of the photos.
  { name: 'sweep photos', everyMs: DAY, run: () => sweepPhotos(db, files, now()) },
  {
    name: 'forget answers',
    everyMs: HOUR,
    run: () => forgetAnswers(db, new Date(now().getTime() - ANSWERS_KEPT_DAYS * DAY)),
  },
  { name: 'clear old access', everyMs: HOUR, run: () => clearOldAccess(db, now()) },
  { name: 'use credit', everyMs: HOUR, run: () => payDueFromCredit(db, now()) },
  { name: 'reject old claims', everyMs: HOUR, run: () => rejectClaimsWithoutReceipt(db, claimDays, now()) },
  {
    name: 'archive unpaid registrations',
    everyMs: HOUR,
    run: () => archiveUnpaid(db, { days: registrationDays, now: now() }),
  },
  { name: 'clear old messages', everyMs: HOUR, run: () => clearOldMessages(db, now()) },
  { name: 'clear old statements', everyMs: HOUR, run: () => clearOldStatements(db, now()) },
  { name: 'clear old balance imports', everyMs: HOUR, run: () => clearOldBalanceImports(db, now()) },
  { name: 'clear old device imports', everyMs: HOUR, run: () => clearOldDeviceImports(db, now()) },
  { name: 'clear old driver imports', everyMs: HOUR, run: () => clearOldDriverImports(db, now()) },
  { name: 'clear old land imports', everyMs: HOUR, run: () => clearOldLandImports(db, now()) },
  { name: 'clear old rent runs', everyMs: HOUR, run: () => clearOldRentRuns(db, now()) },
  { name: 'clear old archives', everyMs: HOUR, run: () => clearOldArchives(db, now()) },
  { name: 'forget prompts', everyMs: DAY, run: () => forgetPrompts(db, now()) },
  { name: 'forget activations', everyMs: DAY, run: () => forgetActivations(db, now()) },
  { name: 'forget looks', everyMs: DAY, run: () => forgetLooks(db, now()) },
  { name: 'forget places', everyMs: HOUR, run: () => forgetPlaces(db, now()) },
  { name: 'thin places', everyMs: HOUR, run: () => thinPlaces(db, now()) },
  { name: 'forget jobs', everyMs: HOUR, run: () => forgetJobs(db, now()) },
];

/** Keeps the tables small; people's records stay while the clock may be wrong. */
export const housekeeping = (deps: HousekeepingDeps): RecurringJob[] => [
  ...onlyByRightClock(deps, endings(deps)),
  { name: 'forget counts', everyMs: HOUR, run: () => forgetCounts(deps.db, deps.now()) },
  { name: 'clear old events', everyMs: HOUR, run: () => clearOldEvents(deps.db) },
];

/** Milliseconds between two warnings, by the monotonic clock. */
const SAY_MS = HOUR;

type WatchClockDeps = { db: Db; now: () => Date; warn: (message: string) => void; uptime?: () => number };

/** Stores the last trusted time, and warns hourly while the clock is a day ahead. */
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

/** Deltas folded between two vacuums: a few dozen pages, read in less than a millisecond. */
const VACUUM_EVERY = 5_000;

/** Folds deltas into the totals, which only saves readers time. */
export const foldingOfTotals = (db: Db): RecurringJob => {
  let folded = 0;
  return {
    name: 'fold totals',
    // Shorter than the pause between two polls, so that each poll that finds deltas folds them.
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

/** Texts links to new receipts, apart from clearing: money never waits for texts. */
const textingOfReceipts = ({ db, now, linksTo }: TextReceiptsDeps): RecurringJob => ({
  name: 'text receipts',
  everyMs: 5 * SECOND,
  isNeeded: () => hasReceiptsToText(db),
  run: () => textReceipts(db, { linksTo, now: now() }),
});

/** Deletes the places of erased people. */
const erasingOfPlaces = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'erase places',
  everyMs: MINUTE,
  isNeeded: () => hasPlacesToErase(db),
  run: () => erasePlaces(db, now()),
});

type PriceWatchDeps = { db: Db; now: () => Date; warn: (message: string) => void };

/** Warns once a day while fees lack prices, since unpriced fees are not due. */
export const priceWatch = ({ db, now, warn }: PriceWatchDeps): RecurringJob => ({
  name: 'watch prices',
  everyMs: DAY,
  run: async () => {
    for (const { year, descriptions } of await missingPrices(db, now(), await firstYearOwed(db)))
      warn(
        `No price is set for ${year}: ${descriptions.join(', ')}. Until one is, what the list prices is not due for it.`,
      );
    for (const { year, descriptions } of await missingLandPrices(db, now()))
      warn(`No price of land is set for ${year}, though ${year - 1} has one: ${descriptions.join(', ')}.`);
  },
});

/** Clears claims that came after their money; money that comes later matches at once. */
const matchingOfClaims = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'match claims',
  everyMs: 10 * SECOND,
  isNeeded: () => hasLateClaims(db),
  run: () => matchLateClaims(db, now()),
});

/** Holds money against the statements of its day. */
const searchForMissingMoney = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'find missing money',
  everyMs: 10 * SECOND,
  isNeeded: () => hasStatementsToSearch(db),
  run: () => findMissingMoney(db, now()),
});

/** Makes the partitions of the days to come, so that no report waits for its own. */
const makingOfDays = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'make days of places',
  everyMs: HOUR,
  isNeeded: () => lacksDayAhead(db, now()),
  run: () => makeDaysAhead(db, now()),
});

type TrackerWatchDeps = { db: Db; now: () => Date; uptime?: () => number };

/** Notices fitted trackers that fell silent, but not in the minute after the server's start. */
export const watchOfTrackers = ({ db, now, uptime }: TrackerWatchDeps): RecurringJob => {
  const hasRun = afterFirstMinute(uptime);
  return {
    name: 'watch trackers',
    everyMs: MINUTE,
    isNeeded: async () => hasRun(),
    run: () => noticeSilence(db, now()),
  };
};

/** Notices that trackers no longer report, but not in the minute after the server's start. */
export const watchOfFeeds = ({ db, now, uptime }: TrackerWatchDeps): RecurringJob => {
  const hasRun = afterFirstMinute(uptime);
  return {
    name: 'watch feeds',
    everyMs: MINUTE,
    isNeeded: async () => hasRun(),
    run: () => watchFeeds(db, now()),
  };
};

/** Passes on calls for help without an answer, and tells those who called by text message. */
export const passingOn = ({
  db,
  now,
  textsAreSent,
}: {
  db: Db;
  now: () => Date;
  textsAreSent: boolean;
}): RecurringJob => ({
  name: 'pass calls on',
  everyMs: 5 * SECOND,
  isNeeded: () => hasCallsToPassOn(db, { textsAreSent, now: now() }),
  run: () => passCallsOn(db, { textsAreSent, now: now() }),
});

/** Tells supervisors that nobody looks at the board of emergencies any more. */
export const watchOfShifts = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'watch shifts',
  everyMs: MINUTE,
  isNeeded: () => isBoardLeft(db, now()),
  run: () => tellOfAbsence(db, now()),
});

/** Writes the drafts of journals that are proposed each month, which a person posts. */
const proposingOfJournals = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'propose journals',
  everyMs: HOUR,
  isNeeded: () => hasJournalsToPropose(db, now()),
  run: () => proposeJournals(db, now()),
});

/** Checks the books once a day; differences appear on the dashboard. */
const nightlyBookCheck = ({ db, now }: { db: Db; now: () => Date }): RecurringJob => ({
  name: 'check books nightly',
  everyMs: DAY,
  run: () => checkBooksNightly(db, now()),
});

/** Reminds of hearings in court; a wrong clock would remind of others. */
export const remindingOfHearings = ({ db, now }: { db: Db; now: () => Date }): RecurringJob[] =>
  onlyByRightClock({ db, now }, [
    {
      name: 'remind of hearings',
      everyMs: MINUTE,
      isNeeded: () => hasHearingsToRemind(db, now()),
      run: () => remindOfHearings(db, { contactsOf: staffDirectory.contactsOf, now: now() }),
    },
  ]);

type OwnerDeps = { db: Db; now: () => Date } & BackupDeps;

/** Tells the owner of the day once its hour has come; a wrong clock would tell of another day. */
export const tellingOfOwner = ({ db, now, ...backups }: OwnerDeps): RecurringJob[] =>
  onlyByRightClock({ db, now }, [
    {
      name: 'tell the owner',
      everyMs: MINUTE,
      isNeeded: () => isOwnerToTell(db, now()),
      run: () => tellOwner(db, now(), backups),
    },
  ]);

type Deps = {
  db: Db;
  files: FileStore;
  now: () => Date;
  log: { warn: (what: object | string, words?: string) => void; error: (what: object, words: string) => void };
  momo: Momo | null;
  presence: Presence;
  linksTo: string | null;
  claimDays: number;
  registrationDays: number;
  smsPerDay: number;
  makesBackups: boolean;
  archiver: Archiver | null;
  checkDays: number;
} & Pick<Services, 'mail' | 'sms'>;

/** All jobs of a server, recurring and chunked. Each has plain words in the contract. */
export const everyJob = ({ mail, sms, momo, linksTo, smsPerDay, log, ...deps }: Deps) => ({
  recurring: [
    ...housekeeping(deps),
    foldingOfTotals(deps.db),
    makingOfDays(deps),
    watchOfTrackers(deps),
    watchOfFeeds(deps),
    passingOn({ ...deps, textsAreSent: sms !== null }),
    watchOfShifts(deps),
    matchingOfClaims(deps),
    searchForMissingMoney(deps),
    nightlyBookCheck(deps),
    proposingOfJournals(deps),
    ...tellingOfOwner({ ...deps, archive: deps.archiver?.state }),
    ...backupJobs(deps),
    ...remindingOfHearings(deps),
    erasingOfPlaces(deps),
    priceWatch({ ...deps, warn: (message) => log.warn(message) }),
    watchOfClock({ ...deps, warn: (message) => log.warn(message) }),
    textingOfReceipts({ ...deps, linksTo }),
    ...prompts({ ...deps, momo, warn: (what, words) => log.warn(what, words) }),
    ...delivery({ ...deps, mail, sms, ceiling: { perDay: smsPerDay, reached: logCeilingDaily(log) } }),
  ],
  chunked: [
    archiveJob,
    bookCheck,
    balanceImport,
    deviceImport,
    driverImport,
    takeBackOfDrivers(driversInvolved).job,
    landImport,
    landTakeBack,
    rentRunJob,
    rentReminderJob(linksTo),
    statementImport,
    reminderJob(linksTo),
  ],
});
