import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Instant, Month } from '../common/fields.ts';
import { Reason } from '../messages/reason.ts';

const endpoint = endpointsOf('books');

/** How a month of the books stands. Only the next one can be closed, and the last one reopened. */
export const MONTH_STATES = ['closed', 'next', 'open', 'to come'] as const;

/** Entries for a closed month that landed in a later one. */
const LateEntries = z.object({ landed: Month, count: z.number().int() });

export const BookMonth = z.object({
  month: Month,
  state: z.enum(MONTH_STATES),
  closed_at: Instant.nullable(),
  closed_by: z.string().nullable(),
  /** Why it was closed though something was left to do. */
  left_reason: z.string().nullable(),
  /** Of a month that was closed and is open again. */
  reopened_at: Instant.nullable(),
  reopened_by: z.string().nullable(),
  reopen_reason: z.string().nullable(),
  late: z.array(LateEntries),
});
export type BookMonth = z.infer<typeof BookMonth>;

export const BookMonths = z.object({
  months: z.array(BookMonth),
  /** The month that can be closed; null while it goes on, and before the first entry. */
  next: Month.nullable(),
  /** The month that can be opened again. */
  last_closed: Month.nullable(),
});
export type BookMonths = z.infer<typeof BookMonths>;

export const listBookMonths = endpoint('GET /book_months', 'books.read', {
  summary: 'The months of a year with who closed them and what came late',
  query: z.strictObject({ year: z.coerce.number().int().min(2000).max(2200) }),
  answer: BookMonths,
});

/**
 * A matter to settle before a month is closed, with the page of the rows behind its count; null
 * where the reader may not open it.
 */
export const LeftToDo = z.object({ what: z.string(), count: z.number().int(), path: z.string().nullable() });
export type LeftToDo = z.infer<typeof LeftToDo>;

const params = z.object({ month: Month });

export const checkBookMonth = endpoint('GET /book_months/:month/left', 'books.read', {
  summary: 'The matters to settle before a month is closed',
  params,
  answer: z.array(LeftToDo),
});

export const closeBookMonth = endpoint('POST /book_months/:month/close', 'books.close', {
  summary: 'Close a month, so that nothing is posted into it any more',
  description:
    'Months close in their order, once they are over, and those without entries with the next one. While something is left to do it needs a reason; while a ' +
    'statement is imported it is refused.',
  errors: ['conflict', 'refused'],
  params,
  body: z.strictObject({ reason: Reason.optional() }),
});

export const reopenBookMonth = endpoint('POST /book_months/:month/reopen', 'books.reopen', {
  summary: 'Open the month that was closed last again',
  errors: ['conflict'],
  params,
  body: z.strictObject({ reason: Reason }),
});
