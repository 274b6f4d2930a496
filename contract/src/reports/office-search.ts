import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { DriverSummary } from '../drivers/schemas.ts';
import { PaymentRecord } from '../payments/payment-record.ts';

/** The most records of a kind that the office's search shows. */
export const OFFICE_SEARCH_MATCHES = 8;

const LEAST_SEARCHED = 2;

/** The longest text that can be searched for: a full name. */
export const MAX_OFFICE_SEARCH = 80;

/** True when a text has too few letters and digits to search the office for. */
export const isTooShortToSearch = (text: string): boolean =>
  text.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_SEARCHED;

export const TOO_SHORT_TO_SEARCH = `Type at least ${LEAST_SEARCHED} letters or digits.`;

/** Records of a kind, and whether more match than these. */
const found = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), has_more: z.boolean() });

export const OfficeMatches = z.object({
  /** Null for callers who may not search drivers. */
  drivers: found(DriverSummary).nullable(),
  /** Null for callers who may not see payments. */
  payments: found(PaymentRecord).nullable(),
});
export type OfficeMatches = z.infer<typeof OfficeMatches>;

export const officeSearch = endpoint('GET /office_search', 'dashboard.read', {
  summary: 'Drivers and payments that begin as typed, for the search box of the office',
  description:
    'Drivers by their code, car number, mobile number or names; payments by their transaction ID, or by the whole driver ' +
    `code or car number of their driver. At most ${OFFICE_SEARCH_MATCHES} of a kind; a kind that the caller may not see is null.`,
  tags: ['drivers'],
  query: z.strictObject({
    text: z
      .string()
      .trim()
      .max(MAX_OFFICE_SEARCH)
      .refine(isPlainText, unseenIn('The text'))
      .refine((text) => !isTooShortToSearch(text), TOO_SHORT_TO_SEARCH),
  }),
  answer: OfficeMatches,
});
