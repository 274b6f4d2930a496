import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';

/** A check of the books. */
export const BookCheck = z.object({
  id: Id,
  begun_at: z.iso.datetime(),
  /** Null while it goes on. */
  ended_at: z.iso.datetime().nullable(),
  asked: z.enum(['nightly', 'by staff', 'on the server']),
  /** Payments and entries that were checked. */
  records: z.number().int(),
  postings: z.number().int(),
  /** The entry up to which the chain was looked through, and its hash in hexadecimal. */
  entry: z.string().nullable(),
  hash: z.string().nullable(),
  difference_count: z.number().int(),
  /** The first hundred, in sentences. */
  differences: z.array(z.string()),
});
export type BookCheck = z.infer<typeof BookCheck>;

/** The result in a few words. */
export const bookCheckResult = ({ ended_at, difference_count }: BookCheck): string => {
  if (difference_count > 0) return difference_count === 1 ? '1 difference' : `${difference_count} differences`;
  return ended_at === null ? 'In progress' : 'The books agree';
};

export const bookCheckList = defineList({
  name: 'book-checks',
  url: '/book_checks',
  access: 'books.read',
  summary: 'Book checks, the newest first',
  description:
    'Each proves the chain of entries, that each balances and that kept balances are the sums of the postings; compares payments, money, refunds and journals with their entries, and looks for missing receipts.',
  tags: ['ledger'],
  row: BookCheck,
  filters: {},
  sorts: ['-begun_at', 'begun_at'],
  columns: [
    columnOf('begun_at', 'Begun', 'instant', { sort: 'begun_at' }),
    columnOf('ended_at', 'Ended', 'instant'),
    columnOf('asked', 'Asked for'),
    columnOf('records', 'Looked at', 'number'),
    columnOf('postings', 'Postings', 'number'),
    columnOf('entry', 'Last entry'),
    columnOf('hash', 'Its hash'),
    { key: 'result', header: 'Result', kind: 'text', value: bookCheckResult },
    { key: 'differences', header: 'Differences', kind: 'text', value: ({ differences }) => differences.join(' ') },
  ],
  reach: 10_000,
});
export const listBookChecks = bookCheckList.page;
export const exportBookChecks = bookCheckList.file;

export const beginBookCheck = endpoint('POST /book_checks', 'payments.clear', {
  summary: 'Check the books now',
  tags: ['ledger'],
  idempotent: true,
  created: Done,
});

/** The last proof of the books. */
export const BookProof = z.object({
  /** The newest check that has ended; null before the first. */
  check: z
    .object({
      ended_at: Instant,
      difference_count: z.number().int(),
      /** The first difference, in a sentence. */
      first: z.string().nullable(),
      postings: z.number().int(),
      /** The entry up to which the chain was looked through, and its hash. */
      entry: z.string().nullable(),
      hash: z.string().nullable(),
    })
    .nullable(),
});
export type BookProof = z.infer<typeof BookProof>;

export const getBookProof = endpoint('GET /book_proof', 'books.read', {
  summary: 'The last proof of the books',
  tags: ['ledger'],
  answer: BookProof,
});

export const bookCheckEndpoints = { listBookChecks, exportBookChecks, beginBookCheck, getBookProof } as const;
