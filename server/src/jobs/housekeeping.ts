import type { Db } from '#db/database.ts';
import { sweepPhotos } from '#domains/drivers';
import { clearOldAccess } from '#domains/identity';
import { clearOldMessages } from '#domains/messages';
import { rejectClaimsWithoutReceipt } from '#domains/payments';
import { forgetAnswers } from '#http/idempotency.repo.ts';
import { forgetCounts } from '#http/limits.repo.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Job } from './schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a retry gets its first answer again: a phone may be without network for days. */
const ANSWERS_KEPT_DAYS = 7;

type Deps = { db: Db; files: FileStore; now: () => Date; claimDays: number };

/** What nobody needs any more goes, and claims that found no receipt end, hourly. Each may run on several servers at once. */
export const housekeeping = ({ db, files, now, claimDays }: Deps): Job[] => [
  { name: 'sweep photos', everyMs: HOUR, run: () => sweepPhotos(db, files, now()) },
  {
    name: 'forget answers',
    everyMs: HOUR,
    run: () => forgetAnswers(db, new Date(now().getTime() - ANSWERS_KEPT_DAYS * DAY)),
  },
  { name: 'forget counts', everyMs: HOUR, run: () => forgetCounts(db, now()) },
  { name: 'clear old access', everyMs: HOUR, run: () => clearOldAccess(db, now()) },
  { name: 'reject old claims', everyMs: HOUR, run: () => rejectClaimsWithoutReceipt(db, claimDays, now()) },
  { name: 'clear old messages', everyMs: HOUR, run: () => clearOldMessages(db, now()) },
];
