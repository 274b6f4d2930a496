import { toPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '#db/database.ts';
import { balancesOn, readChart } from '#domains/ledger';

type Raw = { entry: string; account: string; amount: string; day: string };

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

/** Every entry balances, and on every day kept balances are the sums and the sides are equal. */
export const expectRightLedger = async (tx: Tx): Promise<void> => {
  await expectNothingInClosedMonths(tx);
  const { rows: postings } = await sql<Raw>`
    SELECT entry::text, account, amount::text, day FROM ledger_postings ORDER BY ledger_postings.entry, line`.execute(
    tx,
  );
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
};
