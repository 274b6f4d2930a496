import { type AnswerOf, ARREARS_AGES, type arrearsByAge, fromPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { mayRemind } from '../reminders/choose-reminders.ts';
import { driversReminded } from '../reminders/send-reminders.ts';
import type { CollectedSums } from './collected.ts';
import { owesSince, sumOfDebts } from './list-arrears.ts';
import { monthNumber, type ReadAllOwed } from './owed.ts';

type Figures = AnswerOf<typeof arrearsByAge>;

const asMoney = <Sum extends { expected: bigint; collected: bigint }>({ expected, collected, ...of }: Sum) => ({
  ...of,
  expected: fromPesewas(expected),
  collected: fromPesewas(collected),
});

/** The debts of all current drivers by age, and what was collected of what they were to pay. */
export const arrearsFigures = async (db: Db, owed: ReadAllOwed, now: Date): Promise<Figures> => {
  const { debts, collected } = await owed(db, now);
  const reminded = await driversReminded(db, now);
  const owing = ({ first }: CollectedSums['month']): number =>
    debts.filter((debt) => owesSince(debt, monthNumber(first))).length;
  const { month, year, next, active } = collected;
  return {
    all: sumOfDebts(debts),
    ages: ARREARS_AGES.map((age) => {
      const own = debts.filter((one) => one.age === age);
      const remindable = own.filter((debt) => mayRemind(debt) && !reminded.has(debt.driver_id)).length;
      return { age, ...sumOfDebts(own), remindable };
    }),
    month: { ...asMoney(month), owing: owing(month) },
    year: { ...asMoney(year), owing: owing(year) },
    next: asMoney(next),
    active,
  };
};
