import type { Db } from '#db/database.ts';
import type { RecurringJob } from '#domains/jobs';
import { hasUntextedReceipts, textReceipts } from '#domains/payments';

const EVERY_MS = 5_000;

/** `linksTo`: the web's origin, without which no receipt is texted. */
type Deps = { db: Db; now: () => Date; linksTo: string | null };

/** Texts drivers the links to their new receipts. Apart from clearing, so that no statement of money waits for texts. */
export const textingOfReceipts = ({ db, now, linksTo }: Deps): RecurringJob => ({
  name: 'text receipts',
  everyMs: EVERY_MS,
  isNeeded: () => hasUntextedReceipts(db),
  run: () => textReceipts(db, { linksTo, now: now() }),
});
