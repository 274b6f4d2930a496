import { z } from 'zod';
import { MAX_PHONE_LENGTH, normalizePhone, phoneAnywhere } from './formats.ts';
import { MAX_SUM_DIGITS, MAX_WHOLE_DIGITS, toPesewas } from './pesewas.ts';
import { isPlainText, normalizeCarNumber, otherSignsIn, unseenIn } from './text.ts';

/** 2^63 - 1, the largest that bigint holds. */
const LARGEST = '9223372036854775807';

/**
 * A record's number as PostgreSQL's bigint identity gives it, as text in JSON since it may pass
 * 2^53.
 */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, 'Not a record number.')
  .refine((text) => text.length < LARGEST.length || text <= LARGEST, 'Not a record number.');

export const idParams = z.object({ id: Id });

/**
 * A line of text with at least one letter or digit that reads as it is stored; at most `max`
 * characters. `label` is that of its field, as in `Please enter the last name.`
 */
export const shortText = (label: string, max = 60) =>
  z
    .string()
    .trim()
    .min(1, { error: `Please enter the ${label}.`, abort: true })
    .max(max, `The ${label} has at most ${max} characters.`)
    .refine(isPlainText, unseenIn(`The ${label}`))
    .refine((value) => /[\p{L}\p{N}]/u.test(value), {
      error: `Please enter the ${label} in letters or digits.`,
      abort: true,
    });

/** A line of text that may be empty, without unseen characters; at most `max` characters. */
export const optionalLine = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${label} has at most ${max} characters.`)
    .refine(isPlainText, unseenIn(`The ${label}`));

export const WRONG_EMAIL = 'Give an e-mail address, like name@example.com.';

const isUnseenIn = (given: unknown): boolean => typeof given === 'string' && !isPlainText(given.trim());

/**
 * An e-mail address of at most 254 characters. An address that only looks right gets the sentence
 * that says why it is wrong.
 */
export const Email = z
  .email({ error: ({ input }) => (isUnseenIn(input) ? unseenIn('The e-mail address') : WRONG_EMAIL) })
  .max(254);

/** MTN, Telecel and AirtelTigo. Sources disagree on 023; refusing it could keep a person out. */
const MOBILE = /^\+233(?:2[03-7]|5[03-79])\d{7}$/;

/**
 * A number of Ghana's mobile networks, in any usual spelling: 02x or 05x, no landline and no 0900.
 */
export const isMobileNumber = (input: string): boolean => MOBILE.test(normalizePhone(input) ?? '');

/**
 * A Ghana mobile number in any usual spelling. Store `normalizePhone` of it. Stored numbers are not
 * checked again.
 */
export const Phone = z
  .string()
  .max(MAX_PHONE_LENGTH)
  .refine((input) => normalizePhone(input) !== null, {
    error: 'Give a Ghana phone number, like 024 123 4567.',
    abort: true,
  })
  .refine(isMobileNumber, 'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.');

/**
 * A Ghana mobile number, or one abroad with its country's code, for people who may live there.
 * Store `phoneAnywhere` of it. No text goes abroad.
 */
export const AnyPhone = z
  .string()
  .max(MAX_PHONE_LENGTH)
  .refine((input) => isMobileNumber(input) || (normalizePhone(input) === null && phoneAnywhere(input) !== null), {
    error:
      'Give a mobile number of Ghana, like 024 123 4567, or one abroad with its country’s code, like +44 7400 123456.',
  });

/** A number to call back in any spelling, also a landline or one abroad; it may be empty. */
export const CallbackPhone = z
  .string()
  .trim()
  .max(MAX_PHONE_LENGTH)
  .refine((input) => input === '' || phoneAnywhere(input) !== null || /^\+?\d[\d\s().\p{Pd}/]{2,}$/u.test(input), {
    error: 'Please give a phone number, or leave it empty.',
  });

const isOfPlates = (input: string): boolean => otherSignsIn('', input) === null;
const NOT_OF_PLATES = {
  error: ({ input }: { input?: unknown }) => otherSignsIn('The car number', String(input)) ?? '',
};

/** A car number that is looked up; signs that its form for comparing drops are refused. */
export const TypedCarNumber = z.string().max(20).refine(isOfPlates, NOT_OF_PLATES);

/** A car number as typed; at least two letters or digits must remain when it is normalised. */
export const CarNumber = z
  .string()
  .trim()
  .min(1, { error: 'Please enter the car number', abort: true })
  .max(20, 'A car number has at most 20 characters.')
  .refine(isPlainText, { error: unseenIn('The car number'), abort: true })
  .refine(isOfPlates, { ...NOT_OF_PLATES, abort: true })
  .refine((input) => normalizeCarNumber(input).length >= 2, 'Give the car number as on the plate, like GR 1234-20.');

const NO_DAY = { error: 'Give a day that exists, as year-month-day.', abort: true };

/**
 * A day of the calendar as `YYYY-MM-DD`, without a time or a zone. Refuses days that do not exist,
 * those of a year 0 among them, and then skips the schema's further rules.
 */
export const Day = z.iso.date(NO_DAY).refine((day) => !day.startsWith('0000'), NO_DAY);

/** A month as `2026-11`. */
export const Month = z.string().regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/, 'Give a month that exists, as year-month.');

/**
 * A field that can be done without, where refusing would cost more: one that cannot be read counts
 * as not given.
 */
export const unlessOdd = <Field extends z.ZodType>(field: Field) => field.optional().catch(undefined);

/** A moment as ISO text in UTC: `2026-11-20T04:28:00.000Z`. */
export const Instant = z.iso.datetime();

const moneyOf = (digits: number): RegExp => new RegExp(`^\\d{1,${digits}}\\.\\d{2}$`);

/**
 * An amount in Ghana cedis as text with two decimals, `"300.00"`; never negative, never a float.
 */
export const Money = z
  .string()
  .regex(moneyOf(MAX_WHOLE_DIGITS), { error: 'Give an amount with two decimals, like 300.00.', abort: true });
/** An amount that must be more than nothing. */
export const PositiveMoney = Money.refine((text) => toPesewas(text) > 0n, 'The amount must be more than 0.00.');
/**
 * A sum of amounts in an answer, which may have more digits than any amount of them. Never taken
 * from a caller.
 */
export const MoneySum = z.string().regex(moneyOf(MAX_SUM_DIGITS));
/** Received money less reversals, `"-300.00"` where more was reversed. */
export const NetMoney = z.string().regex(new RegExp(`^-?\\d{1,${MAX_SUM_DIGITS}}\\.\\d{2}$`));

/** A year from `first` to `last`, also as the four digits of text that a form's choice sends. */
export const typedYear = (first: number, last: number, error: string) => {
  const year = z.number(error).int(error).min(first, error).max(last, error);
  return z.union(
    [
      year,
      z
        .string()
        .regex(/^\d{4}$/, error)
        .transform(Number)
        .pipe(year),
    ],
    error,
  );
};
