import { z } from 'zod';
import { Day, Money, shortText } from '../common/fields.ts';
import { isPlainText, unseenIn } from '../common/text.ts';

/** The longest lease of customary land that anybody may have, in years. */
export const MOST_YEARS = 99;

const whole = (most: number, message: string) => z.int(message).min(1, message).max(most, message);

const words = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${label} has at most ${max} characters.`)
    .refine(isPlainText, unseenIn(`The ${label}`));

const REVIEW_EVERY = 'Please give whole years from 1 to 50.';

/** The terms of a lease, as an application asks for them and a tenancy keeps them. */
export const TenancyTerms = z
  .strictObject({
    indenture_number: shortText('indenture number', 60),
    commencement: Day.refine(
      (day) => day >= '1850-01-01' && day <= '2200-12-31',
      'The commencement must be a day from 1850 to 2200.',
    ),
    /** A shorter limit by nationality and use is in the table of lease rules. */
    term_years: whole(MOST_YEARS, `A term is in whole years, from 1 to ${MOST_YEARS}.`),
    /** A year's, in GHS. */
    ground_rent: Money,
    review_years: whole(50, REVIEW_EVERY).nullable(),
    /** Per cent by which the rent grows at a review, `25.00`; null where it is valued anew. */
    review_percent: z
      .string()
      .regex(/^\d{1,3}\.\d{2}$/, 'Give per cent with two decimals, like 25.00.')
      .refine((text) => Number(text) > 0, 'The rent grows by more than 0.00 per cent.')
      .nullable(),
    /** Gives the land: the stool, skin, clan or family, and in which capacity somebody signs. */
    grantor: words('grantor', 120),
    grantor_capacity: words('capacity of the grantor', 120),
    witnesses: words('witnesses', 300),
  })
  .refine(({ review_years, review_percent }) => review_percent === null || review_years !== null, {
    path: ['review_years'],
    message: 'Please say after how many years the rent is reviewed.',
  });
export type TenancyTerms = z.infer<typeof TenancyTerms>;
