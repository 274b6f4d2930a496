import { ACCOUNTS_OF_RECORDS, formatMonth, type JournalLine, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { holdsMoney, INPUT_TAX, type LedgerAccount, readChart, TAXES_TO_PAY } from '#domains/ledger';
import type { Journal } from './journals.repo.ts';

/** The change that a line of the account makes and one person does not; null where one may. */
const graveChange = (account: LedgerAccount): string | null => {
  if (holdsMoney(account)) return 'moves money';
  if (account.kind === 'income') return 'changes income';
  if (account.kind === 'equity') return 'changes equity';
  if (account.code === INPUT_TAX || account.code === TAXES_TO_PAY) return 'changes taxes';
  return ACCOUNTS_OF_RECORDS.has(account.code) ? 'changes a balance that records keep' : null;
};

/**
 * Why a journal is posted, and a posted one reversed, with another person, in a sentence; null
 * where one person does (docs/product/books.md, rule 8). The product writes the closing of a year.
 */
export const whyTwo = async (
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
    if (change !== null) return `It ${change} (${code} ${account?.name}).`;
  }
  return day < `${today(now).slice(0, 7)}-01` ? `It is for ${formatMonth(day)}, a month before this one.` : null;
};
