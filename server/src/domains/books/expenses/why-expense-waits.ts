import { type ExpenseInput, formatMoney, fromPesewas, PAID_FROM_LABELS, today, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { whyOldDayWaits } from '../books-calendar.ts';
import { sumsEnteredAlone } from './expenses.repo.ts';
import { moneyOn } from './post-expense.ts';

/** Days in which expenses of one payee count together. */
const PAYEE_DAYS = 30;
const DAY = 86_400_000;

const money = (pesewas: bigint): string => formatMoney(fromPesewas(pesewas));

type Entered = { body: ExpenseInput; by: Caller; now: Date };

const aboveLimit = async (tx: Tx, { body, by, now }: Entered): Promise<string | null> => {
  const limit = toPesewas((await readSite(tx)).expense_limit);
  const sums = await sumsEnteredAlone(tx, {
    ...{ by: by.accountId, payee: body.payee, today: new Date(`${today(now)}T00:00:00Z`) },
    since: new Date(now.getTime() - PAYEE_DAYS * DAY),
  });
  const counted = [
    { what: 'It', before: 0n },
    { what: 'With it what you entered today', before: sums.own },
    { what: `With it what ${body.payee} was paid within ${PAYEE_DAYS} days`, before: sums.payee },
    { what: 'With it what everybody entered today', before: sums.all },
  ];
  for (const { what, before } of counted) {
    const sum = before + toPesewas(body.amount);
    if (sum > limit) return `${what} comes to ${money(sum)}, above the limit of ${money(limit)}.`;
  }
  return null;
};

const beyondMoney = async (tx: Tx, { paid_from, amount, day }: ExpenseInput): Promise<string | null> => {
  const left = await moneyOn(tx, paid_from, day);
  if (toPesewas(amount) <= left) return null;
  return `By the books the account ${PAID_FROM_LABELS[paid_from]} has only ${money(left)}.`;
};

/**
 * Why another person approves an expense before it is posted, in a sentence; null where it is
 * posted at once (docs/product/books.md, rule 14). The caller holds the books, so that none of
 * several at once is left out of the sums.
 */
export const whyExpenseWaits = async (tx: Tx, entered: Entered): Promise<string | null> =>
  (await whyOldDayWaits(tx, entered.body.day, entered.now)) ??
  (await aboveLimit(tx, entered)) ??
  (await beyondMoney(tx, entered.body));
