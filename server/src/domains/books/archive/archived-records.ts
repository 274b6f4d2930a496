import type { Db, Tx } from '#db/database.ts';
import type { ArchivedRow, OfYear } from '#db/records.ts';
import { aloneOfYear, approvalsOfYear } from '#domains/approvals';
import { archivedMoney, archivedMoneyChanges, statementLinesOf, statementsOfYear } from '#domains/clearance';
import { loginsOf } from '#domains/identity';
import { archivedSubjects, type LedgerKind } from '#domains/ledger';
import { archivedPayments, archivedWaivers, forgivenOfYear } from '#domains/payments';
import { archivedReceipts } from '#domains/receipts';
import { archivedRefunds } from '#domains/refunds';
import { pluck, presentOf } from '#lib/values.ts';
import { archivedCounts, cashUpsOfYear } from '../cash-up/cash-ups.repo.ts';
import { archivedMatches, reconciliationsOfYear } from '../reconcile/reconcile.repo.ts';
import { type ArchivePart, archivedPiece, archivedWords } from './archive-part.ts';
import type { Archive, ArchivePiece } from './archives.repo.ts';

/** A file of rows: their columns in its order, of which those that end with `_by` are accounts. */
type CsvFile = { file: string; columns: readonly string[] };

/** Columns of free text, whose phone numbers are hidden from an auditor. */
const WORDS = new Set(['reason', 'status_reason', 'paid_to', 'taken_back', 'file_name']);

const pieceOf = async (
  tx: Tx,
  archive: Archive,
  { file, columns }: CsvFile,
  { rows, isFirst }: { rows: readonly ArchivedRow[]; isFirst: boolean },
): Promise<ArchivePiece> => {
  const people = columns.filter((column) => column.endsWith('_by'));
  const ids = rows.flatMap((row) => people.map((column) => row[column] ?? null));
  const logins = await loginsOf(tx, [...new Set(presentOf(ids).map(String))]);
  const cellOf = (row: ArchivedRow, column: string) => {
    const value = row[column] ?? null;
    if (people.includes(column)) return archivedWords(archive, logins.get(String(value)) ?? null);
    return WORDS.has(column) && value !== null ? archivedWords(archive, String(value)) : value;
  };
  const records = rows.map((row) => columns.map((column) => cellOf(row, column)));
  return archivedPiece(file, columns, records, isFirst);
};

/** Rows that belong to records, by the ids of these. */
type RowsOf = CsvFile & { rows: (db: Db, ids: readonly string[], year: number) => Promise<ArchivedRow[]> };

const ENTRIES = 1_000;

/**
 * The records of the archive's entries of some kinds: a row for each entry, by which it is compared
 * with the books. `beside` has rows that belong to them.
 */
const ofEntries = (kinds: readonly LedgerKind[], own: RowsOf, beside: readonly RowsOf[] = []): ArchivePart => ({
  name: own.file,
  write: async (tx, archive, after) => {
    const from = after ?? String(BigInt(archive.first_entry) - 1n);
    const entries = await archivedSubjects(tx, { kinds, after: from, upTo: archive.last_entry, limit: ENTRIES });
    const ids = [...new Set(pluck(entries, 'subject_id'))];
    const known = new Map((await own.rows(tx, ids, archive.year)).map((row) => [row['id'], row]));
    const rows = entries.flatMap(({ number, kind, subject_id }): ArchivedRow[] => {
      const row = known.get(subject_id);
      return row === undefined ? [] : [{ ...row, entry: number, entry_kind: kind }];
    });
    const isFirst = after === null;
    const file = { file: own.file, columns: ['entry', 'entry_kind', ...own.columns] };
    const pieces = [await pieceOf(tx, archive, file, { rows, isFirst })];
    for (const other of beside)
      pieces.push(await pieceOf(tx, archive, other, { rows: await other.rows(tx, ids, archive.year), isFirst }));
    return { pieces, next: entries.length < ENTRIES ? null : (entries.at(-1)?.number ?? null) };
  },
});

type RowsOfYear = CsvFile & { limit?: number; rows: (db: Db, asked: OfYear) => Promise<ArchivedRow[]> };

/** Records of the year, whatever the books have of them. */
const ofYear = ({ limit = 500, ...own }: RowsOfYear, beside: readonly RowsOf[] = []): ArchivePart => ({
  name: own.file,
  write: async (tx, archive, after) => {
    const { year } = archive;
    const rows = await own.rows(tx, { year, after: after ?? '0', limit });
    const ids = rows.map(({ id }) => String(id));
    const isFirst = after === null;
    const pieces = [await pieceOf(tx, archive, own, { rows, isFirst })];
    for (const other of beside)
      pieces.push(await pieceOf(tx, archive, other, { rows: await other.rows(tx, ids, year), isFirst }));
    return { pieces, next: rows.length < limit ? null : (ids.at(-1) ?? null) };
  },
});

const FEE = ['type', 'year', 'month'];
const ASKED = ['asked_by', 'approved_by'];

/** Records behind entries and decisions: codes and numbers, no names of payers (Act 843). */
export const RECORD_PARTS: readonly ArchivePart[] = [
  ofEntries(
    ['payment'],
    {
      file: 'payments.csv',
      columns: [
        ...['id', 'driver', 'tenancy', 'plot', ...FEE, 'mode', 'transaction_id', 'day', 'amount', 'status', 'reason'],
        ...['money', 'received_with'],
      ],
      rows: archivedPayments,
    },
    [
      {
        file: 'receipts.csv',
        columns: [
          ...['number', 'payment', 'paid_on', 'issued_at', 'issued_by', 'mode', 'transaction_id', 'amount', 'status'],
          ...['reason', 'voided_at', 'voided_by'],
        ],
        rows: archivedReceipts,
      },
    ],
  ),
  ofEntries(['money'], {
    file: 'money.csv',
    columns: [
      ...['id', 'mode', 'network', 'transaction_id', 'received_on', 'amount', 'posted', 'source', 'status', 'reason'],
      ...['captured_by', 'captured_at', 'statement_amount', 'statement', 'statement_line'],
    ],
    rows: archivedMoney,
  }),
  ofEntries(['money change'], {
    file: 'money_changes.csv',
    columns: ['id', 'money', 'what', 'amount_before', 'amount_after', 'reason', 'changed_by', 'changed_at'],
    rows: archivedMoneyChanges,
  }),
  ofEntries(['refund', 'refund payout', 'refund debt', 'refund write-off'], {
    file: 'refunds.csv',
    columns: [
      ...['id', 'source', 'side', 'driver', 'payment', 'money', 'amount', 'written_off', 'mode', 'paid_to', 'reason'],
      ...['status', 'status_reason', 'reference', 'paid_on', ...ASKED, 'approved_at', 'ended_by'],
    ],
    rows: archivedRefunds,
  }),
  ofEntries(['credit use'], {
    file: 'waivers.csv',
    columns: ['id', 'driver', ...FEE, 'what', 'given_up', 'reason', ...ASKED, 'status', 'status_reason'],
    rows: archivedWaivers,
  }),
  ofYear({
    file: 'forgiven.csv',
    columns: ['id', 'kind', 'driver', 'tenancy', 'given_up', 'reason', ...ASKED, 'day', 'taken_back'],
    rows: forgivenOfYear,
  }),
  ofYear(
    {
      file: 'cash_ups.csv',
      columns: [
        ...['id', 'number', 'day', 'counted_by', 'status', 'reason', 'counts', 'expected', 'counted', 'difference'],
        ...['agreed_by', 'agreed_at'],
      ],
      rows: cashUpsOfYear,
    },
    [
      {
        file: 'cash_up_counts.csv',
        columns: [...['cash_up', 'count', 'handed_in_at', 'reason', 'expected', 'counted', 'last_entry', 'last_hash']],
        rows: archivedCounts,
      },
    ],
  ),
  ofYear(
    {
      file: 'reconciliations.csv',
      columns: [
        ...['id', 'account', 'from_day', 'to_day', 'lines', 'made_by', 'made_at', 'undone_by', 'undone_at', 'reason'],
      ],
      rows: reconciliationsOfYear,
    },
    [
      {
        file: 'reconciled_lines.csv',
        columns: [
          ...['reconciliation', 'entry', 'line', 'account', 'day', 'statement', 'statement_line', 'stated_day'],
          'matched_by',
        ],
        rows: archivedMatches,
      },
    ],
  ),
  ofYear(
    {
      file: 'statements.csv',
      columns: [
        ...['id', 'file_name', 'lines', 'amount', 'covers_from', 'covers_to', 'uploaded_by', 'uploaded_at'],
        'imported_at',
      ],
      // Each has up to some ten thousand lines.
      limit: 1,
      rows: statementsOfYear,
    },
    [
      {
        file: 'statement_lines.csv',
        columns: ['statement', 'line', 'day', 'transaction_id', 'amount', 'balance', 'outcome', 'is_imported'],
        rows: statementLinesOf,
      },
    ],
  ),
  ofYear({
    file: 'approvals.csv',
    columns: [
      ...['id', 'kind', 'subject_id', 'status', 'reason', 'status_reason', 'asked_by', 'asked_at', 'decided_by'],
      ...['decided_at', 'is_alone'],
    ],
    rows: approvalsOfYear,
  }),
  ofYear({
    file: 'alone_decisions.csv',
    columns: ['id', 'decided_by', 'action', 'subject_kind', 'subject_id', 'at'],
    rows: aloneOfYear,
  }),
];
