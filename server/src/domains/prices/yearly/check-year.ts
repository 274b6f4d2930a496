import { priceYears, today } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';

/** A refusal that stands at a field of the form. */
export const refuseField = (
  code: 'invalid_input' | 'conflict' | 'refused',
  field: 'year' | 'type_code' | 'plan',
  message: string,
): Refusal => new Refusal(code, message, { issues: [{ path: `body.${field}`, message }] });

/** Refuses a year that prices cannot be set for now with 400 `invalid_input`. */
export const checkYear = (year: number, now: Date): void => {
  const years = priceYears(today(now));
  if (years.includes(year)) return;
  throw refuseField('invalid_input', 'year', `Please select a year from ${years[0]} to ${years.at(-1)}.`);
};
