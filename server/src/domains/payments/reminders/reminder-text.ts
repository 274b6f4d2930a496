import {
  exampleValues,
  formatMoney,
  formatMonth,
  fromPesewas,
  inGsm,
  payTo,
  type Site,
  smsParts,
  type TemplateValues,
  whereToSend,
} from '@banbo/contract';
import type { SummaryWithPlans } from '#domains/drivers';
import type { Words } from '#domains/messages';
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

/** A name cut to what the template's check allows for it, at the end of a word if there is one. */
const shortCompany = (name: string): string => {
  const longest = exampleValues('reminder').company?.length ?? 0;
  if (name.length <= longest) return name;
  const cut = name.slice(0, longest + 1);
  return cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : longest);
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
  let values: TemplateValues<'reminder'> = {
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
    { company: shortCompany(company) },
  ];
  for (const step of shorter) {
    if (smsParts(words(values)) === 1) break;
    values = { ...values, ...step };
  }
  return words(values);
};
