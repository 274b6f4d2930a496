import {
  type AccountPosting,
  accountStatement,
  addDays,
  fromPesewas,
  type ListQuery,
  naturalPesewas,
  type Permitted,
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
  yearEndLines,
} from '#domains/ledger';
import { existing } from '#lib/refusal.ts';
import { kindOf, presentAccount } from './chart.ts';
import { sourcesOf } from './entry-sources.ts';

type Query = ListQuery<typeof accountStatement>;

/** The account that a list's query names, if there is one, and who reads it. */
type Stated = { account: LedgerAccount | undefined; reader: Permitted };

export const statedAccount = async (db: Db, query: unknown, reader: Permitted): Promise<Stated> => ({
  account: await accountByCode(db, (query as Pick<Query, 'account'>).account),
  reader,
});

const present = async (rows: StatedPosting[], db: Db, { account, reader }: Stated): Promise<AccountPosting[]> => {
  if (!account) return [];
  const sources = await sourcesOf(db, rows, reader);
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

const statement: ListSql<Query, StatedPosting, Stated> = {
  rows: listStatement,
  filters: { account: () => null, from: () => null, to: () => null },
  sorts: { day: ['day', 'entry', 'line'] },
  rollUp: { knows: ['account', 'from', 'to'], page: pageOfStatement },
};

/** An account's postings in a range of days; its scope is the account with its reader. */
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
  const pesewasOn = (day: string | null): bigint => (day === null ? 0n : (balances.get(day)?.get(code) ?? 0n));
  const closed = (await yearEndLines(db))
    .filter((line) => line.account === code && line.day <= last && (before === null || line.day > before))
    .reduce((sum, { pesewas }) => sum + pesewas, 0n);
  const shown = (pesewas: bigint): string => presentAccount(account, pesewas).balance;
  return {
    account: presentAccount(account, pesewasOn(last)),
    opening: shown(pesewasOn(before)),
    closing: shown(pesewasOn(last)),
    moved: shown(pesewasOn(last) - pesewasOn(before) - closed),
    closed: shown(closed),
  };
};
