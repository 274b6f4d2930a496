import type { Tx } from '#db/database.ts';
import { loginsOf } from '#domains/identity';
import { pluck, presentOf } from '#lib/values.ts';
import { type ArchivedPaper, papersOfYear } from '../attachments/attachments.repo.ts';
import { expensesOfYear } from '../expenses/expenses.repo.ts';
import { type ArchivePart, archivedPiece, archivedWords } from './archive-part.ts';

/** Papers of a chunk: each has up to 10 MB. */
const PAPERS = 1;
const EXPENSES = 300;

const EXPENSE = [
  ...['id', 'number', 'day', 'payee', 'kind', 'paid_from', 'amount', 'reclaimed', 'reference', 'description'],
  ...['status', 'reason', 'made_by', 'made_at', 'posted_by', 'posted_at', 'ended_by', 'ended_at'],
];
const EXPENSE_TAX = ['expense', 'line', 'name', 'rate', 'amount', 'is_reclaimed'];

/** The expenses of the year's days, with the taxes that their prices include. */
export const archivedExpenses: ArchivePart = {
  name: 'expenses',
  write: async (tx, archive, after) => {
    const rows = await expensesOfYear(tx, { year: archive.year, after: after ?? '0', limit: EXPENSES });
    const people = rows.flatMap(({ made_by, posted_by, ended_by }) => [made_by, posted_by, ended_by]);
    const logins = await loginsOf(tx, presentOf(people));
    const words = (text: string | null) => archivedWords(archive, text);
    const by = (id: string | null) => words(logins.get(id ?? '') ?? null);
    const records = rows.map((row) => [
      ...[row.id, row.number, row.day, words(row.payee), row.kind, row.paid_from, row.amount, row.reclaimed],
      ...[words(row.reference), words(row.description), row.status, words(row.status_reason), by(row.made_by)],
      ...[row.made_at.toISOString(), by(row.posted_by), row.posted_at?.toISOString() ?? null],
      ...[by(row.ended_by), row.ended_at?.toISOString() ?? null],
    ]);
    const taxes = rows.flatMap(({ number, taxes: own }) =>
      own.map(({ name, rate, amount, is_reclaimed }, n) => [
        ...[number, n + 1, name, rate, amount, is_reclaimed ? 'yes' : 'no'],
      ]),
    );
    return {
      pieces: [
        archivedPiece('expenses.csv', EXPENSE, records, after === null),
        archivedPiece('expense_taxes.csv', EXPENSE_TAX, taxes, after === null),
      ],
      next: rows.length < EXPENSES ? null : (rows.at(-1)?.id ?? null),
    };
  },
};

const PAPER = ['id', 'of', 'number', 'name', 'file', 'size', 'sha256', 'added_by', 'added_at'];

const fileOf = ({ id, type }: ArchivedPaper): string =>
  `attachments/${id}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`;

/** The papers of the year's journals and expenses, as they were attached. */
export const archivedPapers: ArchivePart = {
  name: 'papers',
  write: async (tx: Tx, archive, after) => {
    const rows = await papersOfYear(tx, { year: archive.year, after: after ?? '0', limit: PAPERS });
    const logins = await loginsOf(tx, pluck(rows, 'added_by'));
    const records = rows.map((paper) => [
      ...[paper.id, paper.subject_kind, paper.number, archivedWords(archive, paper.name), fileOf(paper), paper.size],
      ...[paper.sha256.toString('hex'), archivedWords(archive, logins.get(paper.added_by) ?? null)],
      paper.added_at.toISOString(),
    ]);
    return {
      pieces: [
        archivedPiece('attachments.csv', PAPER, records, after === null),
        ...rows.map((paper) => ({ file: fileOf(paper), content: paper.content })),
      ],
      next: rows.length < PAPERS ? null : (rows.at(-1)?.id ?? null),
    };
  },
};
