import { z } from 'zod';
import { formatDay, monthNumber, today } from '../common/calendar.ts';
import { Day, Money, MoneySum, NetMoney } from '../common/fields.ts';
import { groupThousands } from '../common/formats.ts';
import { toPesewas } from '../common/pesewas.ts';

/** The price of a fee and the money that is there for it, before any is cleared. */
export const FeeMoney = z.object({
  /** Null while its year has no price: money for it is credit until there is one. */
  price: Money.nullable(),
  /** The part that the credit holds towards it; once it is covered, what was paid of it. */
  paid: Money,
  /** The part of the price that was given up. */
  waived: Money,
  /** Null without a price. */
  missing: Money.nullable(),
  /** The first day of a month to come, of which nothing is missing yet; else null. */
  due_from: Day.nullable(),
  /** All that the driver owes, less the credit. */
  owed: MoneySum,
  credit: NetMoney,
});
export type FeeMoney = z.infer<typeof FeeMoney>;

type PaidMonth = { payment_year: number | null; payment_month: string | number | null };

/** The first day of a fee's month where that has not begun; else null. */
export const dueFrom = ({ payment_year, payment_month }: PaidMonth, day = today()): string | null => {
  if (payment_year === null || payment_month === null) return null;
  const month = typeof payment_month === 'number' ? payment_month : monthNumber(payment_month);
  const first = `${payment_year}-${String(month).padStart(2, '0')}-01`;
  return first > day ? first : null;
};

/**
 * In a sentence: `The fee costs 817.33; 100.00 is held towards it, and 717.33 is missing.` A month
 * to come is not missing: `The fee costs 800.00, due from 1 Dec 2026.`
 */
export const feeMoneyText = ({
  price,
  paid,
  missing,
  due_from,
}: Pick<FeeMoney, 'price' | 'paid' | 'missing' | 'due_from'>): string => {
  if (price === null || missing === null)
    return 'The fee has no price yet, so money for it is credit until there is one.';
  const isHeld = toPesewas(paid) !== 0n;
  const there = `${groupThousands(paid)} is held towards it`;
  if (due_from !== null)
    return `The fee costs ${groupThousands(price)}, due from ${formatDay(due_from)}${isHeld ? `; ${there}` : ''}.`;
  const held = isHeld ? `${there}, and ` : '';
  return `The fee costs ${groupThousands(price)}; ${held}${groupThousands(missing)} is missing.`;
};
