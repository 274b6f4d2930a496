import {
  formatMoney,
  formatMonth,
  fromPesewas,
  inGsm,
  payTo,
  type Site,
  type TemplateValues,
  whereToSend,
} from '@banbo/contract';
import type { SummaryWithPlans } from '#domains/drivers';
import { fitOneText, shortCompany, type Words } from '#domains/messages';
import { type Debt, monthText } from '../arrears/owed.ts';

type OwedMonths = Pick<Debt, 'months' | 'oldest_month' | 'other_amount' | 'total'>;

/** `linksTo` is the address of the product, or null where no text may name it. */
type From = {
  site: Pick<Site, 'company_name' | 'momo_merchants' | 'momo_numbers'>;
  linksTo: string | null;
  words: Words<'reminder'>;
};

const monthsInWords = ({ months, oldest_month }: OwedMonths): string => {
  const month = formatMonth(monthText(oldest_month ?? 0));
  return months === 1 ? month : `${months} months since ${month}`;
};

/**
 * The reminder of a debt, in the GSM alphabet if the words are. Values are shortened one after the
 * other until it fits one text message. It names the driver code, not the car or the name: a
 * stranger may have registered the car with another person's number.
 */
export const reminderText = (
  debt: OwedMonths,
  { driver_code, mobile_number: mobileNumber }: Pick<SummaryWithPlans, 'driver_code' | 'mobile_number'>,
  { site, linksTo, words }: From,
): string => {
  const company = inGsm(site.company_name);
  const amount = formatMoney(fromPesewas(debt.total));
  const months = monthsInWords(debt);
  const shortMonths = months.replace(/([A-Z][a-z]{2})[a-z]+/, '$1');
  const fees = (text: string): string => (debt.other_amount === '0.00' ? '' : ` and ${text}`);
  const values: TemplateValues<'reminder'> = {
    ...{ company, amount, driver_code },
    months: `${months}${fees('other fees')}`,
    pay_to: inGsm(payTo(site, { mobileNumber })),
    where: whereToSend(linksTo),
  };
  const shorter: Partial<typeof values>[] = [
    { pay_to: inGsm(payTo(site, { mobileNumber, short: true })) },
    { months: `${shortMonths}${fees('other fees')}` },
    { where: 'to us' },
    { pay_to: inGsm(payTo(site, { mobileNumber, short: true, one: true })) },
    { months: `${shortMonths}${fees('fees')}` },
    { company: shortCompany(company, 'reminder') },
  ];
  return fitOneText<'reminder'>(words, values, shorter);
};
