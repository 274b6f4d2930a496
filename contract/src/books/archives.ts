import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, typedYear } from '../common/fields.ts';

const endpoint = endpointsOf('books');

/** Days that an archive can be saved; then it is removed, and made anew if it is asked for. */
export const ARCHIVE_DAYS = 7;

export const ARCHIVE_STATES = ['making', 'made', 'failed'] as const;

/** The archive of a year: one ZIP with all that proves its books. */
export const BookArchive = z.object({
  id: Id,
  year: z.number().int(),
  status: z.enum(ARCHIVE_STATES),
  /** Entries that are written so far. */
  done: z.number().int(),
  total: z.number().int(),
  /** Of the entries that it holds. */
  first_entry: Id,
  last_entry: Id,
  asked_by: z.string(),
  asked_at: Instant,
  made_at: Instant.nullable(),
  /** When it is removed. */
  kept_until: Instant,
  /** Phone numbers in texts are hidden, as in every archive that an auditor makes; papers stay. */
  is_masked: z.boolean(),
});
export type BookArchive = z.infer<typeof BookArchive>;

export const listBookArchives = endpoint('GET /book_archives', 'books.read', {
  summary: 'The archives that can be saved, and the years of the books',
  description: 'Of each year the last one of the office and the last one of an auditor. An auditor sees the latter.',
  answer: z.object({ years: z.array(z.number().int()), archives: z.array(BookArchive) }),
});

export const NewArchive = z.strictObject({
  year: typedYear(2000, 2200, 'Please choose the year.'),
});
export type NewArchive = z.infer<typeof NewArchive>;

export const makeBookArchive = endpoint('POST /book_archives', 'books.read', {
  summary: 'Make the archive of a year: all that proves its books, as one ZIP',
  description:
    'Accounts, entries, postings, journals, expenses, closings and hashes as CSV, papers as they are, and checksums. A job makes it. It replaces the one before it of the same year.',
  idempotent: true,
  limits: [{ by: 'caller', max: 20, seconds: 3600 }],
  errors: ['conflict', 'refused'],
  example: { year: 2024 },
  body: NewArchive,
  created: Done.extend({ archive_id: Id }),
});

export const getBookArchive = endpoint('GET /book_archives/:id/file', 'books.read', {
  summary: 'An archive as it was made, as a ZIP',
  limits: [{ by: 'caller', max: 60, seconds: 3600 }],
  errors: ['not_found', 'conflict'],
  file: ['application/zip'],
});
