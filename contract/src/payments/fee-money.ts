import { z } from 'zod';
import { Money, MoneySum, NetMoney } from '../common/fields.ts';
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
  /** All that the driver owes, less the credit. */
  owed: MoneySum,
  credit: NetMoney,
});
export type FeeMoney = z.infer<typeof FeeMoney>;

/** In a sentence: `The fee costs 817.33; 100.00 is held towards it, and 717.33 is missing.` */
export const feeMoneyText = ({ price, paid, missing }: Pick<FeeMoney, 'price' | 'paid' | 'missing'>): string => {
  if (price === null || missing === null)
    return 'The fee has no price yet, so money for it is credit until there is one.';
  const held = toPesewas(paid) === 0n ? '' : `${groupThousands(paid)} is held towards it, and `;
  return `The fee costs ${groupThousands(price)}; ${held}${groupThousands(missing)} is missing.`;
};
