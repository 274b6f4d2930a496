import type { Db } from '#db/database.ts';
import { sweepPhotos } from '#domains/drivers';
import { clearOldAccess } from '#domains/identity';
import { clearOldMessages } from '#domains/messages';
import { archiveUnpaid } from '#domains/payments';
import { forgetAnswers } from '#http/idempotency.repo.ts';
import { forgetCounts } from '#http/limits.repo.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Job } from './schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a retry gets its first answer again: a phone may be without network for days. */
const ANSWERS_KEPT_DAYS = 7;

/** `registrationDays`: how long a registration may wait for its fee. */
type Means = { db: Db; files: FileStore; now: () => Date; registrationDays: number };

/** What nobody needs any more goes, hourly. Each may run on several servers at once. */
export const housekeeping = ({ db, files, now, registrationDays }: Means): Job[] => [
  { name: 'sweep photos', everyMs: HOUR, run: () => sweepPhotos(db, files, now()) },
  {
    name: 'forget answers',
    everyMs: HOUR,
    run: () => forgetAnswers(db, new Date(now().getTime() - ANSWERS_KEPT_DAYS * DAY)),
  },
  { name: 'forget counts', everyMs: HOUR, run: () => forgetCounts(db, now()) },
  { name: 'clear old access', everyMs: HOUR, run: () => clearOldAccess(db, now()) },
  {
    name: 'archive unpaid registrations',
    everyMs: HOUR,
    run: () => archiveUnpaid(db, { days: registrationDays, now: now() }),
  },
  { name: 'clear old messages', everyMs: HOUR, run: () => clearOldMessages(db, now()) },
];
