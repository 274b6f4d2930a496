import { formatMoney, formatMonth, fromPesewas, toPesewas } from '@banbo/contract';
import type { Words } from '#domains/messages';
import { type Debt, monthText } from '../arrears/owed.ts';

type Told = Pick<Debt, 'months' | 'oldest_month' | 'months_amount' | 'other_amount'>;

/** `linksTo` is the address of the product, or null where no text may name it. */
type From = { company: string; linksTo: string | null; words: Words<'reminder'> };

const monthsInWords = ({ months, oldest_month }: Told): string => {
  const month = formatMonth(monthText(oldest_month ?? 0));
  return months === 1 ? month : `${months} months since ${month}`;
};

/**
 * The text that reminds a driver of a debt with months in it, in GSM's alphabet as far as the company's name and words are. The
 * driver code and not the car tells whose it is: a stranger may have registered the car with somebody else's number.
 */
export const reminderText = (debt: Told, driverCode: string, { company, linksTo, words }: From): string => {
  const fees = debt.other_amount === '0.00' ? '' : ' and other fees';
  return words({
    company,
    amount: formatMoney(fromPesewas(toPesewas(debt.months_amount) + toPesewas(debt.other_amount))),
    driver_code: driverCode,
    months: `${monthsInWords(debt)}${fees}`,
    where: linksTo === null ? 'to us' : `at ${new URL('/main_payments', linksTo).href}`,
  });
};
