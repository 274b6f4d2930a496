import {
  type AccountPosting,
  accountStatement,
  addDays,
  fromPesewas,
  type ListQuery,
  naturalPesewas,
  type StatementHead,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import {
  accountByCode,
  balancesOn,
  type LedgerAccount,
  listStatement,
  pageOfStatement,
  type StatedPosting,
} from '#domains/ledger';
import { existing } from '#lib/refusal.ts';
import { kindOf, presentAccount } from './chart.ts';
import { sourcesOf } from './entry-sources.ts';

type Query = ListQuery<typeof accountStatement>;

/** The account that a list's query names, if there is one. */
export const statedAccount = (db: Db, query: unknown): Promise<LedgerAccount | undefined> =>
  accountByCode(db, (query as Pick<Query, 'account'>).account);

const present = async (
  rows: StatedPosting[],
  db: Db,
  account: LedgerAccount | undefined,
): Promise<AccountPosting[]> => {
  if (!account) return [];
  const sources = await sourcesOf(db, rows);
  return rows.map(({ line, amount, balance, subject_id: _, ...posting }) => {
    const isDebit = !amount.startsWith('-');
    return {
      ...posting,
      id: `${posting.entry}-${line}`,
      debit: isDebit ? amount : null,
      credit: isDebit ? null : amount.slice(1),
      balance: fromPesewas(naturalPesewas(kindOf(account), toPesewas(balance))),
      source: sources.get(posting.entry) ?? null,
    };
  });
};

const statement: ListSql<Query, StatedPosting, LedgerAccount | undefined> = {
  rows: listStatement,
  filters: { account: () => null, from: () => null, to: () => null },
  sorts: { day: ['day', 'entry', 'line'] },
  rollUp: { knows: ['account', 'from', 'to'], page: pageOfStatement },
};

/** An account's postings in a range of days; its scope is the account, if there is one. */
export const statementSource = listSource(accountStatement, statement, present);

/** An account with its balances before and after a range of days, by default until today. */
export const statementHead = async (
  db: Db,
  {
    code,
    query: { from, to },
    now,
  }: { code: string; query: { from?: string | undefined; to?: string | undefined }; now: Date },
): Promise<StatementHead> => {
  const account = existing(await accountByCode(db, code), 'account');
  const last = to ?? today(now);
  const before = from === undefined ? null : addDays(from, -1);
  const balances = await balancesOn(db, before === null ? [last] : [before, last]);
  const balanceOn = (day: string | null): string =>
    presentAccount(account, day === null ? 0n : (balances.get(day)?.get(code) ?? 0n)).balance;
  return {
    account: presentAccount(account, balances.get(last)?.get(code) ?? 0n),
    opening: balanceOn(before),
    closing: balanceOn(last),
  };
};
