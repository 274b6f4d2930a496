import { today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countDrivers } from '#domains/drivers';
import { paymentFigures } from './figures.repo.ts';

/** The dashboard's figures, of this month in Accra; all from totals, so they cost the same at any size. */
export const dashboard = async (db: Db, now: Date) => {
  const month = today(now).slice(0, 7);
  const { cleared, ...waiting } = await paymentFigures(db, month);
  return {
    drivers: await countDrivers(db),
    ...waiting,
    cleared_this_month: cleared,
    month_start: `${month}-01`,
  };
};
