import { MAX_UNPAID_COUNTED, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countNewDrivers } from '#domains/drivers';
import { waitingFigures } from '#domains/payments';
import type { Can } from './dashboard.ts';

/** How much waits behind items of the menu, by their path, of those that the caller may open. */
export const officeCounts = async (db: Db, { now, can }: { now: Date; can: Can }): Promise<Record<string, number>> => ({
  ...(can('payments.clear') && { '/payment_clearance': (await waitingFigures(db)).count }),
  ...(can('drivers.read') && {
    '/admin_registration': (await countNewDrivers(db, today(now), MAX_UNPAID_COUNTED)).unpaid,
  }),
});
