import { ACCOUNTS_OF_RECORDS, formatMonth, type JournalLine, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { holdsMoney, INPUT_TAX, type LedgerAccount, readChart, TAXES_TO_PAY } from '#domains/ledger';
import type { Journal } from './journals.repo.ts';

/** Why one person does not change the account alone, in a sentence; null where one may. */
const graveChange = (account: LedgerAccount): string | null => {
  const named = `${account.code} ${account.name}`;
  if (holdsMoney(account)) return `It moves money (${named}).`;
  if (account.kind === 'income') return `It changes income (${named}).`;
  if (account.kind === 'equity') return `It changes equity (${named}).`;
  if (account.code === INPUT_TAX || account.code === TAXES_TO_PAY) return `It changes taxes (${named}).`;
  const records = ACCOUNTS_OF_RECORDS.get(account.code);
  return records === undefined ? null : `The balance of ${named} comes from ${records}, not from journals.`;
};

/**
 * Why a journal is posted, and a posted one reversed, with another person, in a sentence; null
 * where one person does (docs/product/books.md, rule 8). The product writes the closing of a year.
 */
export const whyJournalWaits = async (
  db: Db,
  { kind, day }: Pick<Journal, 'kind' | 'day'>,
  lines: readonly Pick<JournalLine, 'account'>[],
  now: Date,
): Promise<string | null> => {
  if (kind === 'year end') return null;
  const chart = new Map((await readChart(db)).map((account) => [account.code, account]));
  for (const { account: code } of lines) {
    const account = chart.get(code);
    const change = account ? graveChange(account) : null;
    if (change !== null) return change;
  }
  return day < `${today(now).slice(0, 7)}-01` ? `It is for ${formatMonth(day)}, a month before this one.` : null;
};
