import { type BookStatement, fromPesewas, toPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '#db/database.ts';
import { readStatement } from '#domains/books';
import { balancesOn, readChart } from '#domains/ledger';

type Raw = { entry: string; account: string; amount: string; day: string; kind: string };

/** Nothing was posted into a month after it was closed, unless it was opened again since. */
const expectNothingInClosedMonths = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<{ number: string }>`
    SELECT number::text FROM ledger_entries JOIN ledger_closings AS closing
      ON reopened_at IS NULL AND day >= month AND day < month + interval '1 month' AND number > last_entry`.execute(tx);
  expect(rows).toEqual([]);
};

/** Sums of raw postings by account, through a day. */
const sumsThrough = (postings: readonly Raw[], day: string): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const { account, amount, day: own } of postings) {
    if (own <= day) sums.set(account, (sums.get(account) ?? 0n) + toPesewas(amount));
  }
  return sums;
};

const withoutZeros = (sums: ReadonlyMap<string, bigint>): [string, bigint][] =>
  [...sums].filter(([, pesewas]) => pesewas !== 0n).toSorted();

type Kinds = ReadonlyMap<string, string>;

/** The figure of the column at `n` in the line of this name. */
const figureOf = ({ lines }: BookStatement, name: string, n = 0): string | undefined =>
  lines.find((line) => line.name === name)?.figures[n]?.amount;

/** The income statement of the days is the sum of their postings, closings of years apart. */
const expectRightIncome = async (tx: Tx, postings: readonly Raw[], kinds: Kinds, [from, to]: [string, string]) => {
  const { lines } = await readStatement(tx, { part: 'income', query: { from, to } });
  const own = postings.filter(({ day, kind }) => day >= from && day <= to && kind !== 'year end');
  const result = own.filter(({ account }) => ['income', 'expense'].includes(kinds.get(account) ?? ''));
  const profit = result.reduce((sum, { amount }) => sum - toPesewas(amount), 0n);
  expect([from, to, lines.at(-1)?.figures[0]?.amount]).toEqual([from, to, fromPesewas(profit)]);
  for (const [code, pesewas] of sumsThrough(result, to)) {
    const shown = lines.find((line) => line.code === code)?.figures[0]?.amount ?? '0.00';
    expect([code, shown]).toEqual([code, fromPesewas(kinds.get(code) === 'income' ? -pesewas : pesewas)]);
  }
};

/** The balance sheet of a day has the sums of the raw postings up to it, and both sides agree. */
const expectRightBalance = async (tx: Tx, postings: readonly Raw[], kinds: Kinds, day: string) => {
  const statement = await readStatement(tx, { part: 'balance', query: { from: `${day.slice(0, 4)}-01-01`, to: day } });
  const sums = sumsThrough(postings, day);
  const of = (kind: string): bigint =>
    [...sums].reduce((sum, [code, pesewas]) => (kinds.get(code) === kind ? sum + pesewas : sum), 0n);
  const assets = fromPesewas(of('asset'));
  expect([day, figureOf(statement, 'Assets, in all'), statement.lines.at(-1)?.figures[0]?.amount]).toEqual([
    day,
    assets,
    assets,
  ]);
  expect(figureOf(statement, 'Liabilities, in all')).toBe(fromPesewas(-of('liability')));
  expect(figureOf(statement, 'Equity, in all')).toBe(fromPesewas(-of('equity') - of('income') - of('expense')));
};

/**
 * Every entry balances; on every day kept balances are the sums and the sides are equal; income
 * statements and balance sheets are those of the raw postings.
 */
export const expectRightLedger = async (tx: Tx): Promise<void> => {
  await expectNothingInClosedMonths(tx);
  const { rows: postings } = await sql<Raw>`
    SELECT entry::text, account, amount::text, ledger_postings.day, kind
    FROM ledger_postings JOIN ledger_entries ON number = entry ORDER BY ledger_postings.entry, line`.execute(tx);
  for (const [entry, own] of Map.groupBy(postings, (posting) => posting.entry)) {
    expect([entry, own.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)]).toEqual([entry, 0n]);
  }
  const kinds = new Map((await readChart(tx)).map(({ code, kind }) => [code, kind]));
  const days = [...new Set(postings.map(({ day }) => day))].toSorted();
  const kept = await balancesOn(tx, days);
  for (const day of days) {
    const sums = sumsThrough(postings, day);
    expect([day, withoutZeros(kept.get(day) ?? new Map())]).toEqual([day, withoutZeros(sums)]);
    const of = (...among: string[]): bigint =>
      [...sums].reduce((sum, [code, pesewas]) => (among.includes(kinds.get(code) ?? '') ? sum + pesewas : sum), 0n);
    expect(of('asset')).toBe(-of('liability', 'equity', 'income', 'expense'));
  }
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  await expectRightIncome(tx, postings, kinds, [first, last]);
  await expectRightIncome(tx, postings, kinds, [`${last.slice(0, 4)}-01-01`, last]);
  for (const day of new Set([days[days.length >> 1] ?? last, '2026-12-31', last])) {
    await expectRightBalance(tx, postings, kinds, day);
  }
};
