import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Money } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter } from '../common/lists/filters.ts';
import { Reason } from '../messages/reason.ts';

const endpoint = endpointsOf('books');

export const REPEAT_STATUSES = ['running', 'stopped'] as const;

export const REPEAT_STATUS_LABELS = { running: 'Repeated', stopped: 'Stopped' } as const satisfies Record<
  (typeof REPEAT_STATUSES)[number],
  string
>;

/** The days that every month has. */
const DayOfMonth = z.coerce
  .number('Please give a day from 1 to 28.')
  .int('Please give a day from 1 to 28.')
  .min(1, 'Please give a day from 1 to 28.')
  .max(28, 'Please give a day from 1 to 28.');

export const RepeatInput = z.strictObject({
  day_of_month: DayOfMonth,
  /** No draft is proposed for a later day. */
  last_day: Day.nullable().default(null),
});

export const repeatJournal = endpoint('POST /journals/:id/repeat', 'books.write', {
  summary: 'Propose the lines of a posted journal again each month',
  description: 'The first draft is for the next such day after today; a person looks at each and posts it.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { day_of_month: 1 },
  body: RepeatInput,
  created: Done,
});

export const RepeatedJournal = z.object({
  id: Id,
  journal_id: Id,
  number: z.string(),
  description: z.string(),
  amount: Money,
  day_of_month: z.number().int(),
  /** The next draft's day; null where none follows. */
  next_day: Day.nullable(),
  last_day: Day.nullable(),
  status: z.enum(REPEAT_STATUSES),
  status_reason: z.string().nullable(),
});
export type RepeatedJournal = z.infer<typeof RepeatedJournal>;

export const repeatedJournalList = defineList({
  name: 'repeated-journals',
  url: '/repeated_journals',
  access: 'books.read',
  summary: 'Journals that are proposed again each month',
  tags: ['books'],
  row: RepeatedJournal,
  filters: { status: choiceFilter('State', 'All', REPEAT_STATUSES, (status) => REPEAT_STATUS_LABELS[status]) },
  sorts: ['-id', 'id'],
  columns: [
    { ...columnOf('number', 'Journal', 'text', { sort: 'id' }), sortWords: ['oldest first', 'newest first'] },
    columnOf('description', 'Description'),
    columnOf('amount', 'Amount', 'money'),
    columnOf('day_of_month', 'Day of the Month', 'number'),
    columnOf('next_day', 'Next', 'day'),
    columnOf('last_day', 'Until', 'day'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => REPEAT_STATUS_LABELS[status] },
    columnOf('status_reason', 'Reason'),
  ],
  reach: 10_000,
});

export const stopRepeating = endpoint('POST /repeated_journals/:id/stop', 'books.write', {
  summary: 'Propose a journal no more; its drafts stay',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ reason: Reason }),
});
