import type { BalanceImport } from '@banbo/contract';
import { balanceImport } from '#domains/books';
import { csvOf } from './builders/statements.ts';
import type { TestApp } from './harness.ts';
import { importServer, tableImportsOf } from './table-imports.ts';

type Line = { account: string; debit: string | null; credit: string | null; outcome: string; reason: string };

export const BALANCE_MAPPING = { header_line: 1, day_order: 'dmy', account: 0, debit: 1, credit: 2, day: '2026-10-31' };

/** A trial balance as CSV; that of a line unless given. */
export const balanceCsv = (lines: readonly (readonly string[])[] = [['1010 Cash', '5.00', '']]): string =>
  csvOf([['Account', 'Debit', 'Credit'], ...lines.map((cells) => [...cells])]);

/** Calls that staff make with lists of opening balances, as one of them. */
export const balanceImportsOf = tableImportsOf<BalanceImport, Line>({
  url: '/balance_imports',
  noun: 'balance_import',
  mapping: BALANCE_MAPPING,
});

export const balanceImportServer = (it: Pick<TestApp, 'db' | 'clock'>, errors: unknown[] = []) =>
  importServer(it, [balanceImport], errors);
