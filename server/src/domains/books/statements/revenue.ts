import {
  type FeesDue,
  formatMonth,
  fromPesewas,
  MAX_REVENUE_MONTHS,
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  type Revenue,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { revenueAccount } from '#domains/ledger';
import { feesDueIn, receivedByMode } from '#domains/payments';
import { refusalAt } from '#lib/refusal.ts';
import { type Days, daysNeeded, monthsOfDays, yearBefore } from './book-days.ts';
import { type Amounts, type BookFigures, readFigures } from './book-figures.ts';
import { changeInPercent, type FigureColumn, sectionOf } from './statement-lines.ts';

const compared = (now: bigint, before: bigint) => ({
  amount: fromPesewas(now),
  before: fromPesewas(before),
  change: changeInPercent(now, before),
});

/** Sums of what was due under the key of each row. */
const sumsBy = (fees: readonly FeesDue[], keyOf: (fee: FeesDue) => string): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const fee of fees) sums.set(keyOf(fee), (sums.get(keyOf(fee)) ?? 0n) + toPesewas(fee.amount));
  return sums;
};

const columnOf = (amounts: Amounts): FigureColumn => ({ amounts, pathOf: () => '' });

const sectionIn = (figures: BookFigures, days: Days, due: Amounts) =>
  sectionOf(figures.chart, 'income', [
    columnOf(figures.moved(days)),
    columnOf(figures.moved(yearBefore(days))),
    // Balances of income are credits, below zero.
    columnOf(new Map([...due].map(([code, pesewas]) => [code, -pesewas]))),
  ]);

const kindsOf = ({ lines }: ReturnType<typeof sectionIn>): Revenue['kinds'] =>
  lines.flatMap(({ kind, code, name, depth, figures: [now, before, due], change }) => {
    if (code === null || !now || !before || !due) return [];
    const own = { code, name, depth: depth - 1, is_heading: kind === 'heading', change };
    return [{ ...own, amount: now.amount, before: before.amount, due: due.amount === '0.00' ? null : due.amount }];
  });

const refuseTooLong = (days: Days): void => {
  if (monthsOfDays(days).length <= MAX_REVENUE_MONTHS) return;
  throw refusalAt('refused', 'from', `Please choose at most ${MAX_REVENUE_MONTHS} months.`);
};

/** The fees due on days, equal ones in a row. Refused with 422 `refused` for too many months. */
export const showFeesDue = async (
  db: Db,
  { query: { type, ...days }, now }: { query: Days & { type?: string | undefined }; now: Date },
): Promise<FeesDue[]> => {
  refuseTooLong(days);
  const fees = await feesDueIn(db, days, today(now));
  return type === undefined ? fees : fees.filter(({ type_code }) => type_code === type);
};

/**
 * Revenue of days beside the year before and what was due. Refused with 422 `refused` for too many
 * months.
 */
export const readRevenue = async (db: Db, { query: days, now }: { query: Days; now: Date }): Promise<Revenue> => {
  const fees = await showFeesDue(db, { query: days, now });
  const before = yearBefore(days);
  const months = monthsOfDays(days);
  const asked = [days, ...months].flatMap((range) => [range, yearBefore(range)]);
  const figures = await readFigures(db, asked.flatMap(daysNeeded));
  const section = sectionIn(
    figures,
    days,
    sumsBy(fees, ({ type_code }) => revenueAccount(type_code)),
  );
  const dueOfMonths = sumsBy(fees, ({ month }) => month);
  const received = await receivedByMode(db, { now: days, before });
  const modes = PAYMENT_MODES.map((mode) => ({
    mode,
    now: received.now.get(mode) ?? 0n,
    before: received.before.get(mode) ?? 0n,
  }));
  const sum = (which: 'now' | 'before'): bigint => modes.reduce((all, one) => all + one[which], 0n);
  const [all = 0n, allBefore = 0n, allDue = 0n] = section.sums;
  return {
    ...days,
    before,
    all: { ...compared(all, allBefore), due: fromPesewas(allDue) },
    kinds: kindsOf(section),
    months: months.map((month) => {
      const [own = 0n, ownBefore = 0n] = sectionIn(figures, month, new Map()).sums;
      const due = dueOfMonths.get(month.month);
      return {
        ...month,
        before_days: yearBefore(month),
        ...compared(own, ownBefore),
        due: due === undefined ? null : fromPesewas(due),
      };
    }),
    received: compared(sum('now'), sum('before')),
    modes: modes.map(({ mode, now: own, before: last }) => ({ mode, ...compared(own, last) })),
  };
};

/** A line of the file of revenue. */
export type RevenueLine = {
  part: string;
  name: string;
  amount: string;
  before: string;
  change: string | null;
  due: string | null;
};

/** The figures of revenue as the lines of a file. */
export const revenueLines = ({ all, kinds, months, received, modes }: Revenue): RevenueLine[] => [
  ...kinds.map(({ name, depth, ...of }) => ({ part: 'Kind', name: `${'   '.repeat(depth)}${name}`, ...of })),
  { part: 'Kind', name: 'Revenue, in all', ...all },
  ...months.map(({ month, ...of }) => ({ part: 'Month', name: formatMonth(month), ...of })),
  ...modes.map(({ mode, ...of }) => ({ part: 'Received', name: PAYMENT_MODE_LABELS[mode], ...of, due: null })),
  { part: 'Received', name: 'Received, in all', ...received, due: null },
];
