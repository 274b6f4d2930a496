import { z } from 'zod';
import { formatMonth } from '../common/calendar.ts';
import { Day } from '../common/fields.ts';
import { formatMoney } from '../common/formats.ts';
import { fromPesewas, toPesewas } from '../common/pesewas.ts';

/** How an imported driver stood at the take-over from another office. */
export const DriverOpening = z.object({
  /** Nothing that was due before this day is owed, but for the amount. */
  billed_from: Day,
  /** Owed at the take-over, `"250.00"`; below zero for credit, `"-50.00"`. */
  amount: z.string().regex(/^-?\d+\.\d{2}$/),
});
export type DriverOpening = z.output<typeof DriverOpening>;

/** An opening in sentences for staff. */
export const openingInWords = ({ billed_from, amount }: DriverOpening): string => {
  const pesewas = toPesewas(amount);
  const balance =
    pesewas > 0n
      ? ` ${formatMoney(amount)} is owed from before.`
      : ` ${formatMoney(fromPesewas(-pesewas))} is credit from before.`;
  return `Fees are due from ${formatMonth(billed_from.slice(0, 7))} on.${pesewas === 0n ? '' : balance}`;
};
