import { today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countDrivers } from '#domains/drivers';
import { paymentFigures } from '#domains/payments';
import { presentLastCheck } from './book-checks/book-checks.present.ts';
import { lastCheck } from './book-checks/book-checks.repo.ts';

/**
 * The dashboard's figures, of this month in Accra; all from totals, so they cost the same at any size. Amounts are for those
 * who see money alone.
 */
export const dashboard = async (db: Db, { now, seesMoney }: { now: Date; seesMoney: boolean }) => {
  const month = today(now).slice(0, 7);
  const { cleared, claims_waiting, claims_waiting_amount } = await paymentFigures(db, month);
  const check = seesMoney ? await lastCheck(db) : null;
  return {
    drivers: await countDrivers(db),
    claims_waiting,
    ...(seesMoney && { claims_waiting_amount, cleared_this_month: cleared, books: check && presentLastCheck(check) }),
    month_start: `${month}-01`,
  };
};
