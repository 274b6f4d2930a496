import { addDays, fromPesewas, hidePhones } from '@banbo/contract';
import { loginsOf } from '#domains/identity';
import { type ArchivedEntry, archivedEntries, balancesOn, closingsBetween, readChart } from '#domains/ledger';
import { presentOf } from '#lib/values.ts';
import { journalsOfYear } from '../journals/journals.repo.ts';
import { type ArchiveCell, type ArchivePart, archivedPiece, archivedWords, archiveText } from './archive-part.ts';
import { readmeOf } from './archive-readme.ts';
import { archivedExpenses, archivedPapers } from './archived-papers.ts';
import { RECORD_PARTS } from './archived-records.ts';
import type { Archive } from './archives.repo.ts';

const ENTRIES = 1_000;
const JOURNALS = 300;

const isIn = ({ year }: Pick<Archive, 'year'>, day: string): boolean => day.startsWith(`${year}-`);

const ACCOUNTS = ['code', 'name', 'kind', 'under', 'is_heading', 'closed_at', 'opening', 'closing'];

/** The chart, with each account's own balance before and at the end of the year. */
const accounts: ArchivePart = {
  name: 'accounts',
  write: async (tx, archive) => {
    const [before, end] = [addDays(`${archive.year}-01-01`, -1), `${archive.year}-12-31`];
    const balances = await balancesOn(tx, [before, end]);
    const balance = (day: string, code: string) => fromPesewas(balances.get(day)?.get(code) ?? 0n);
    const rows = (await readChart(tx)).map(({ code, name, kind, parent, is_heading, closed_at }) => [
      ...[
        code,
        archivedWords(archive, name),
        kind,
        parent,
        is_heading ? 'yes' : 'no',
        closed_at?.toISOString() ?? null,
      ],
      ...[balance(before, code), balance(end, code)],
    ]);
    return { pieces: [archivedPiece('accounts.csv', ACCOUNTS, rows, true)], next: null };
  },
};

const ENTRY = [
  ...['number', 'day', 'in_year', 'late_for', 'kind', 'subject', 'reverses', 'description', 'is_masked'],
  ...['by', 'by_name', 'at', 'hash_version', 'previous', 'hash', 'document'],
];
const POSTING = ['entry', 'line', 'account', 'amount', 'driver', 'day', 'in_year'];

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

const entryCells = (archive: Archive, entry: ArchivedEntry, logins: ReadonlyMap<string, string>): ArchiveCell[] => {
  const { number, day, late_for, kind, subject_id, reverses, description, posted_by, posted_at } = entry;
  const words = description + (entry.document ?? '');
  const isMasked = archive.is_masked && hidePhones(words) !== words;
  return [
    ...[number, day, yesNo(isIn(archive, day)), late_for, archiveText(kind), subject_id, reverses],
    ...[archivedWords(archive, description), yesNo(isMasked), posted_by],
    ...[
      archivedWords(archive, logins.get(posted_by ?? '') ?? null),
      posted_at,
      entry.hash_version,
      entry.previous,
      entry.hash,
      archivedWords(archive, entry.document),
    ],
  ];
};

/** All entries between the year's first and last one, so that the chain has no gap. */
const entries: ArchivePart = {
  name: 'entries',
  write: async (tx, archive, after) => {
    const from = after ?? String(BigInt(archive.first_entry) - 1n);
    const rows = await archivedEntries(tx, { after: from, upTo: archive.last_entry, limit: ENTRIES });
    const logins = await loginsOf(tx, presentOf(rows.map(({ posted_by }) => posted_by)));
    const postings = rows.flatMap(({ number, postings }) =>
      postings.map(({ line, account, amount, driver_id, day }) => [
        ...[number, line, account, amount, driver_id, day, yesNo(isIn(archive, day))],
      ]),
    );
    return {
      pieces: [
        archivedPiece(
          'entries.csv',
          ENTRY,
          rows.map((entry) => entryCells(archive, entry, logins)),
          after === null,
        ),
        archivedPiece('postings.csv', POSTING, postings, after === null),
      ],
      next: rows.length < ENTRIES ? null : (rows.at(-1)?.number ?? null),
    };
  },
};

const JOURNAL = [
  ...['id', 'number', 'kind', 'day', 'description', 'status', 'reason', 'amount', 'made_by', 'made_at'],
  ...['posted_by', 'posted_at', 'ended_by', 'ended_at'],
];
const JOURNAL_LINE = ['journal', 'line', 'account', 'amount'];

/** The journals of the year's days, drafts and dropped ones too. */
const journals: ArchivePart = {
  name: 'journals',
  write: async (tx, archive, after) => {
    const rows = await journalsOfYear(tx, { year: archive.year, after: after ?? '0', limit: JOURNALS });
    const logins = await loginsOf(
      tx,
      presentOf(rows.flatMap(({ made_by, posted_by, ended_by }) => [made_by, posted_by, ended_by])),
    );
    const by = (id: string | null) => archivedWords(archive, logins.get(id ?? '') ?? null);
    const records = rows.map((row) => [
      ...[row.id, row.number, row.kind, row.day, archivedWords(archive, row.description), row.status],
      ...[archivedWords(archive, row.status_reason), row.amount, by(row.made_by), row.made_at.toISOString()],
      ...[
        by(row.posted_by),
        row.posted_at?.toISOString() ?? null,
        by(row.ended_by),
        row.ended_at?.toISOString() ?? null,
      ],
    ]);
    const lines = rows.flatMap(({ number, lines: own }) =>
      own.map(({ account, amount }, n) => [number, n + 1, account, amount]),
    );
    return {
      pieces: [
        archivedPiece('journals.csv', JOURNAL, records, after === null),
        archivedPiece('journal_lines.csv', JOURNAL_LINE, lines, after === null),
      ],
      next: rows.length < JOURNALS ? null : (rows.at(-1)?.id ?? null),
    };
  },
};

const CLOSING = [
  ...['month', 'closed_at', 'closed_by', 'last_entry', 'last_hash', 'reason'],
  ...['reopened_at', 'reopened_by', 'reopen_reason'],
];

/** The closings of the year's months in their order, with those that were taken back. */
const closings: ArchivePart = {
  name: 'closings',
  write: async (tx, archive) => {
    const rows = (
      await closingsBetween(tx, { from: `${archive.year}-01-01`, to: `${archive.year}-12-31` })
    ).toReversed();
    const logins = await loginsOf(
      tx,
      presentOf(rows.flatMap(({ closed_by, reopened_by }) => [closed_by, reopened_by])),
    );
    const by = (id: string | null) => archivedWords(archive, logins.get(id ?? '') ?? null);
    const records = rows.map((row) => [
      ...[row.month.slice(0, 7), row.closed_at.toISOString(), by(row.closed_by), row.last_entry],
      ...[
        row.last_hash.toString('hex'),
        archivedWords(archive, row.left_reason),
        row.reopened_at?.toISOString() ?? null,
      ],
      ...[by(row.reopened_by), archivedWords(archive, row.reopen_reason)],
    ]);
    return { pieces: [archivedPiece('closings.csv', CLOSING, records, true)], next: null };
  },
};

const readme: ArchivePart = {
  name: 'readme',
  write: async (tx, archive) => ({
    pieces: [{ file: 'README.txt', content: Buffer.from(await readmeOf(tx, archive)) }],
    next: null,
  }),
};

/**
 * The parts in their order. A job remembers one by its place, so new ones stand before the README.
 */
export const ARCHIVE_PARTS: readonly ArchivePart[] = [
  accounts,
  entries,
  journals,
  archivedExpenses,
  archivedPapers,
  closings,
  ...RECORD_PARTS,
  readme,
];
