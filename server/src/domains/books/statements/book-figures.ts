import { addDays, type BookAccountKind } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { balancesOn, type LedgerAccount, readChart, type YearEndLine, yearEndLines } from '#domains/ledger';
import { kindOf } from '../chart.ts';
import { type Days, firstOfYear } from './book-days.ts';

/** Pesewas by account, debits less credits. */
export type Amounts = ReadonlyMap<string, bigint>;

export type BookFigures = {
  chart: readonly LedgerAccount[];
  /** The balances at the end of a day that was asked for. */
  balances: (day: string) => Amounts;
  /** The sums posted on days, closings of years and their reversals apart. */
  moved: (days: Days) => Amounts;
  /** The open result of the year up to a day, and of years before it; profit is above zero. */
  results: (day: string) => { year: bigint; earlier: bigint };
};

const NONE: Amounts = new Map();

const IS_RESULT: ReadonlySet<BookAccountKind> = new Set(['income', 'expense']);

const less = (all: Amounts, other: Amounts): Amounts => {
  const left = new Map(all);
  for (const [account, pesewas] of other) left.set(account, (left.get(account) ?? 0n) - pesewas);
  return left;
};

const yearEndsOn = (lines: readonly YearEndLine[], { from, to }: Days): Amounts => {
  const sums = new Map<string, bigint>();
  for (const { account, day, pesewas } of lines) {
    if (day >= from && day <= to) sums.set(account, (sums.get(account) ?? 0n) + pesewas);
  }
  return sums;
};

const figuresOf = (
  chart: readonly LedgerAccount[],
  kept: ReadonlyMap<string, Amounts>,
  lines: readonly YearEndLine[],
): BookFigures => {
  const balances = (day: string): Amounts => {
    const known = kept.get(day);
    if (!known) throw new Error(`The balances of ${day} were not read`);
    return known;
  };
  const moved = (days: Days): Amounts =>
    less(less(balances(days.to), balances(addDays(days.from, -1))), yearEndsOn(lines, days));
  const profit = (amounts: Amounts): bigint =>
    chart
      .filter((account) => IS_RESULT.has(kindOf(account)))
      .reduce((sum, { code }) => sum - (amounts.get(code) ?? 0n), 0n);
  const isClosed = (day: string): boolean =>
    [...yearEndsOn(lines, { from: day, to: day }).values()].some((pesewas) => pesewas !== 0n);
  return {
    chart,
    balances,
    moved,
    results: (day) => {
      const all = profit(balances(day));
      // Postings after the closing of the year are the year's; there is nothing before it.
      const year = isClosed(day) ? all : profit(moved({ from: firstOfYear(day), to: day }));
      return { year, earlier: all - year };
    },
  };
};

const figuresAt = async (db: Db, days: readonly string[]): Promise<BookFigures> => {
  const asked = [...new Set(days)];
  const chart = await readChart(db);
  const kept = await balancesOn(db, asked);
  return figuresOf(chart, new Map(asked.map((day) => [day, kept.get(day) ?? NONE])), await yearEndLines(db));
};

/**
 * The books' figures at the ends of days, from kept balances: the cost grows with the accounts and
 * the days, not with the postings. Read as of one moment, or in the caller's transaction.
 */
export const readFigures = (db: Db, days: readonly string[]): Promise<BookFigures> =>
  db.isTransaction
    ? figuresAt(db, days)
    : db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => figuresAt(tx, days));
