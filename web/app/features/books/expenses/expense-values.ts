import {
  ExpenseInput,
  type ExpenseTerms,
  fromPesewas,
  parseMoney,
  partsOfGross,
  reclaimedOf,
  taxesOn,
  toPesewas,
} from '@banbo/contract';
import { AMOUNT_WANTED, checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** A form's values. */
export type ExpenseValues = Readonly<
  Record<'payee' | 'kind' | 'day' | 'paid_from' | 'amount' | 'tax' | 'reference' | 'description', string>
>;

export const newExpense = (day: string): ExpenseValues => ({
  ...{ payee: '', kind: '', day, paid_from: '', amount: '', tax: 'none', reference: '', description: '' },
});

/** An expense's body out of a form; the contract checks it. */
export const bodyOfExpense = ({ amount, ...values }: ExpenseValues): ExpenseInput =>
  ({ ...values, amount: parseMoney(amount) ?? amount }) as ExpenseInput;

/** The messages of fields that are missing or wrong. */
export const checkExpenseForm = (values: ExpenseValues): FieldErrors => {
  const found = checkBy(ExpenseInput)(bodyOfExpense(values));
  return {
    ...found,
    ...(found.kind !== undefined && { kind: 'Please choose the kind.' }),
    ...(found.amount !== undefined && parseMoney(values.amount) === null && { amount: AMOUNT_WANTED }),
  };
};

/** How the books will take an amount: its parts, and where each of them goes. */
export type ShownTaxes = {
  net: string;
  taxes: readonly { name: string; rate: string; amount: string; isReclaimed: boolean }[];
  cost: string;
  reclaimed: string;
};

/**
 * Computes the taxes of a form as the server will; null while nothing is to be shown, and a
 * sentence for a day that the table of taxes does not have.
 */
export const taxesOfForm = (
  { amount, tax, day }: Pick<ExpenseValues, 'amount' | 'tax' | 'day'>,
  { taxes: periods, reclaims_input_tax }: Pick<ExpenseTerms, 'taxes' | 'reclaims_input_tax'>,
): ShownTaxes | string | null => {
  const gross = toPesewas(parseMoney(amount) ?? '0.00');
  if (tax !== 'included' || gross === 0n || day === '') return null;
  const taxes = taxesOn(periods, day);
  if (taxes === null) return 'The table of taxes has none for this day. Please enter it without taxes.';
  const parts = partsOfGross(gross, taxes);
  const reclaimed = reclaims_input_tax ? reclaimedOf(parts) : 0n;
  return {
    net: fromPesewas(parts.net),
    taxes: parts.taxes.map(({ tax: { name, rate, is_reclaimable }, pesewas }) => ({
      ...{ name, rate, amount: fromPesewas(pesewas), isReclaimed: reclaims_input_tax && is_reclaimable },
    })),
    cost: fromPesewas(gross - reclaimed),
    reclaimed: fromPesewas(reclaimed),
  };
};

/** True where another person has to approve the amount. */
export const isAboveLimit = (amount: string, { limit }: Pick<ExpenseTerms, 'limit'>): boolean =>
  toPesewas(parseMoney(amount) ?? '0.00') > toPesewas(limit);
