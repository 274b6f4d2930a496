import type { Db } from '#db/database.ts';
import { CASH_OVER_AND_SHORT, sumOnDay } from '#domains/ledger';

/**
 * The difference of counted cash from the books on a day, in pesewas, as it was posted to 'cash
 * over and short': below zero where cash was missing, zero while no cash-up is posted.
 */
export const differenceOfDay = async (db: Db, day: string): Promise<bigint> =>
  -(await sumOnDay(db, CASH_OVER_AND_SHORT, day));
