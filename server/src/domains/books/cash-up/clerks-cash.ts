import type { Db } from '#db/database.ts';
import { cashOfClerks } from '#domains/clearance';
import { accountsOfLogin, loginOf } from '#domains/identity';
import { cashPostings } from '#domains/ledger';
import { type CashUp, type CashUpRelations, countMissingCashUps, lastCashUp, sumOfClerk } from './cash-ups.repo.ts';

type Days = { from: string; to: string };

export const CASH_UP_RELATIONS: CashUpRelations = {
  cashWithin: (days) => cashOfClerks(cashPostings(days)),
  loginOf,
  accountsOfLogin,
};

/**
 * The cash in pesewas that a clerk has by the books up to an entry and the end of a day: what they
 * took less what they paid out since their last cash-up, with which they handed in the rest. Cash
 * that was entered late for an earlier day is in it. Without an earlier cash-up it is the day's.
 */
export const expectedCash = async (
  db: Db,
  { clerkId, day, upTo }: { clerkId: string; day: string; upTo: string },
): Promise<{ pesewas: bigint; before: CashUp | undefined }> => {
  const before = await lastCashUp(db, clerkId, day);
  const known = before && { entry: before.head_entry, day: before.day };
  const from = before?.day ?? day;
  const cash = cashPostings({ from, to: day }, { upTo, ...(known && { known }) });
  return { pesewas: await sumOfClerk(db, cashOfClerks(cash), clerkId), before };
};

/** How many days of clerks in a range have cash that no closed cash-up has. */
export const cashUpsMissing = (db: Db, days: Days): Promise<number> =>
  countMissingCashUps(db, CASH_UP_RELATIONS.cashWithin(days));
