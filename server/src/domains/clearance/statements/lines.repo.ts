import { type LineOutcome, RECORDED_OUTCOMES } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import type { LineMoney } from './reading/read-line.ts';

/** Stores lines as the file has them, given as a JSON text of `[line, cells]`. */
export const insertLines = async (tx: Tx, statementId: string, lines: string): Promise<void> => {
  await sql`
    INSERT INTO statement_lines (import_id, line, cells)
    SELECT ${statementId}, (row ->> 0)::integer, row -> 1 FROM jsonb_array_elements(${lines}::jsonb) AS row`.execute(
    tx,
  );
};

/** The next lines of a file after a line. */
export const nextRows = (db: Db, statementId: string, after: number, limit: number): Promise<TableRow[]> =>
  db
    .selectFrom('statement_lines')
    .select(['line', 'cells'])
    .where('import_id', '=', statementId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();

/** Forgets what was said of the lines before. */
export const clearOutcomes = async (tx: Tx, statementId: string): Promise<void> => {
  await sql`
    UPDATE statement_lines SET outcome = NULL, reason = '', received_on = NULL, transaction_id = '', amount = NULL
    WHERE import_id = ${statementId} AND outcome IS NOT NULL`.execute(tx);
};

export type CheckedLine = LineMoney & { line: number; outcome: LineOutcome; reason: string };

/** Stores how lines were read, and what would become of them. */
export const keepLines = async (tx: Tx, statementId: string, lines: readonly CheckedLine[]): Promise<void> => {
  await sql`
    UPDATE statement_lines SET outcome = read.outcome, reason = read.reason, received_on = read.received_on,
      transaction_id = read.transaction_id, amount = read.amount, payer_name = read.payer_name,
      payer_number = read.payer_number, reference = read.reference
    FROM jsonb_populate_recordset(NULL::statement_lines, ${JSON.stringify(lines)}::jsonb) AS read
    WHERE statement_lines.import_id = ${statementId} AND statement_lines.line = read.line`.execute(tx);
};

/** Makes lines unreadable that contradict each other. */
export const keepContradictions = async (
  tx: Tx,
  statementId: string,
  lines: readonly { line: number; reason: string }[],
): Promise<void> => {
  await sql`
    UPDATE statement_lines SET outcome = 'unreadable', reason = read.reason
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS read (line integer, reason text)
    WHERE import_id = ${statementId} AND statement_lines.line = read.line`.execute(tx);
};

/** Money on a line that an import records. */
export type MoneyLine = Omit<CheckedLine, 'outcome' | 'reason' | 'received_on' | 'amount'> & {
  received_on: string;
  amount: string;
};

/** The next lines after a line that no import has recorded. */
export const nextMoney = async (tx: Tx, statementId: string, after: number, limit: number): Promise<MoneyLine[]> =>
  tx
    .selectFrom('statement_lines')
    .select(['line', 'received_on', 'transaction_id', 'amount', 'payer_name', 'payer_number', 'reference'])
    .where('import_id', '=', statementId)
    .where('line', '>', after)
    .where('outcome', 'in', RECORDED_OUTCOMES)
    .where('is_imported', '=', false)
    .orderBy('line')
    .limit(limit)
    .$narrowType<{ received_on: string; amount: string }>()
    .execute();

/** How many lines an import has still to record. */
export const countMoney = async (tx: Tx, statementId: string): Promise<number> => {
  const { lines } = await tx
    .selectFrom('statement_lines')
    .select((eb) => eb.fn.countAll<string>().as('lines'))
    .where('import_id', '=', statementId)
    .where('outcome', 'in', RECORDED_OUTCOMES)
    .where('is_imported', '=', false)
    .executeTakeFirstOrThrow();
  return Number(lines);
};

/** Stores what became of lines whose money is recorded. */
export const keepImported = async (
  tx: Tx,
  statementId: string,
  lines: readonly Pick<CheckedLine, 'line' | 'outcome' | 'reason'>[],
): Promise<void> => {
  await sql`
    UPDATE statement_lines SET outcome = read.outcome, reason = read.reason, is_imported = true
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS read (line integer, outcome text, reason text)
    WHERE import_id = ${statementId} AND statement_lines.line = read.line`.execute(tx);
};
