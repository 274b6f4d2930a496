import { toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type EntryRange, lastEntryNumber, MONEY_OF_PAYMENTS, paymentsPostedOn } from '#domains/ledger';
import { incomeByMinute } from './income.repo.ts';

/** Pesewas by the minute of a day, from 0 to 1439, at which they were booked. */
export type Minutes = ReadonlyMap<number, bigint>;
type Days = ReadonlyMap<string, Minutes>;

/** Reads the money that was booked on these days and counts on them. */
export type BookedMinutes = (db: Db, days: readonly string[]) => Promise<Days>;

const NO_MINUTES: Minutes = new Map();

/** The days with the money of these entries added. */
const withEntries = async (db: Db, known: Days, days: readonly string[], range: EntryRange): Promise<Days> => {
  if (days.length === 0 || range.after === range.upTo) return known;
  const rows = await incomeByMinute(db, paymentsPostedOn(days, { ...range, accounts: MONEY_OF_PAYMENTS }));
  const added = new Map([...known].map(([day, minutes]) => [day, new Map(minutes)]));
  for (const { day, minute, amount } of rows) {
    const minutes = added.get(day) ?? new Map<number, bigint>();
    added.set(day, minutes.set(minute, (minutes.get(minute) ?? 0n) + toPesewas(amount)));
  }
  return added;
};

/**
 * Keeps the days that were asked for last. Entries are only added, each with a number above all
 * before it, so that of a kept day only those behind the last known number are read.
 */
export const bookedMinutes = (): BookedMinutes => {
  let kept: { upTo: string; days: Days } = { upTo: '0', days: new Map() };
  return async (db, asked) => {
    const before = kept;
    const upTo = await lastEntryNumber(db);
    const [own, others] = [asked.filter((day) => before.days.has(day)), asked.filter((day) => !before.days.has(day))];
    // Another call may have read further meanwhile: this one goes on from what it saw.
    const grown = await withEntries(db, before.days, own, { after: before.upTo, upTo });
    const all = await withEntries(db, grown, others, { after: '0', upTo });
    const days = new Map(asked.map((day) => [day, all.get(day) ?? NO_MINUTES]));
    if (BigInt(upTo) >= BigInt(kept.upTo)) kept = { upTo, days };
    return days;
  };
};
