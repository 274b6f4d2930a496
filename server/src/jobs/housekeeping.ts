import type { Db } from '#db/database.ts';
import { clearOldStatements, forgetPrompts } from '#domains/clearance';
import { clearOldDriverImports, forgetLooks, sweepPhotos } from '#domains/drivers';
import { clearOldAccess } from '#domains/identity';
import { forgetJobs, onlyByRightClock, type RecurringJob } from '#domains/jobs';
import { clearOldEvents } from '#domains/live';
import { clearOldMessages } from '#domains/messages';
import { archiveUnpaid, rejectClaimsWithoutReceipt } from '#domains/payments';
import { forgetAnswers } from '#http/idempotency.repo.ts';
import { forgetCounts } from '#http/limits/limits.repo.ts';
import type { FileStore } from '#integrations/files/file-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a retry gets its first answer again: a phone may be without network for days. */
const ANSWERS_KEPT_DAYS = 7;

/** `claimDays`: how long a claim may wait for its receipt; `registrationDays`: how long a registration may for its fee. */
type Deps = { db: Db; files: FileStore; now: () => Date; claimDays: number; registrationDays: number };

/** Removes what nobody needs any more, and ends what has waited too long. A clock that is far ahead would remove and end all of it. */
const endings = ({ db, files, now, claimDays, registrationDays }: Deps): RecurringJob[] => [
  // Daily, since each run may remove a share of the photos.
  { name: 'sweep photos', everyMs: DAY, run: () => sweepPhotos(db, files, now()) },
  {
    name: 'forget answers',
    everyMs: HOUR,
    run: () => forgetAnswers(db, new Date(now().getTime() - ANSWERS_KEPT_DAYS * DAY)),
  },
  { name: 'clear old access', everyMs: HOUR, run: () => clearOldAccess(db, now()) },
  { name: 'reject old claims', everyMs: HOUR, run: () => rejectClaimsWithoutReceipt(db, claimDays, now()) },
  {
    name: 'archive unpaid registrations',
    everyMs: HOUR,
    run: () => archiveUnpaid(db, { days: registrationDays, now: now() }),
  },
  { name: 'clear old messages', everyMs: HOUR, run: () => clearOldMessages(db, now()) },
  { name: 'clear old statements', everyMs: HOUR, run: () => clearOldStatements(db, now()) },
  { name: 'clear old driver imports', everyMs: HOUR, run: () => clearOldDriverImports(db, now()) },
  { name: 'forget prompts', everyMs: DAY, run: () => forgetPrompts(db, now()) },
  { name: 'forget looks', everyMs: DAY, run: () => forgetLooks(db, now()) },
  { name: 'forget jobs', everyMs: HOUR, run: () => forgetJobs(db, now()) },
];

/** Keeps the tables small. What ends or removes anything of people waits while the server's clock may be wrong. */
export const housekeeping = (deps: Deps): RecurringJob[] => [
  ...onlyByRightClock(deps, endings(deps)),
  { name: 'forget counts', everyMs: HOUR, run: () => forgetCounts(deps.db, deps.now()) },
  { name: 'clear old events', everyMs: HOUR, run: () => clearOldEvents(deps.db) },
];
