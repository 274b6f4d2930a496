import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { Id } from '../common/fields.ts';
import { FileLine, ImportProgress, MAX_TABLE_BYTES } from '../common/imports.ts';
import { StatementSummary, statementLineList, statementList } from './statement-lists.ts';
import { StatementMapping, SuggestedMapping } from './statement-mapping.ts';
import { LINE_OUTCOMES } from './statement-outcomes.ts';

const tags = ['clearance'];

export const Statement = StatementSummary.extend({
  /** Null until the columns are chosen. */
  mapping: StatementMapping.nullable(),
  /** Its lines by what becomes of them: how many, and the money on them. */
  counts: z.array(z.object({ outcome: z.enum(LINE_OUTCOMES), lines: z.int(), amount: z.string() })),
  /** Why it cannot be imported as it is mapped; empty where it can. */
  problem: z.string(),
  /**
   * Words of the column of the direction of which nobody has said yet whether they mean money in or
   * out.
   */
  unknown_directions: z.array(z.string()),
  /** How far its import is; null before it. */
  progress: ImportProgress.nullable(),
  /** The lines at the file's beginning. */
  head: z.array(FileLine),
  suggestion: SuggestedMapping,
  /** True when the suggestion is how an earlier statement with the same column names was read. */
  is_remembered: z.boolean(),
});
export type Statement = z.output<typeof Statement>;

const answer = z.object({ status: z.literal(true), message: z.string(), statement: Statement });

export const uploadStatement = endpoint('POST /statements', 'payments.clear', {
  summary: 'Send the statement of one of the company’s accounts, as CSV or XLSX',
  description: 'Nothing of it is money yet: choose its columns, look at what would happen, and import it then.',
  tags,
  idempotent: true,
  maxFileBytes: MAX_TABLE_BYTES,
  limits: [{ by: 'caller', max: 120, seconds: 3_600 }],
  errors: ['too_large'],
  consumes: ['multipart/form-data'],
  body: z.strictObject({ file: z.file() }),
  created: z.object({ status: z.literal(true), message: z.string(), statement_id: Id }),
});

export const getStatement = endpoint('GET /statements/:id', 'payments.clear', {
  summary: 'A statement, how it is or could be read, and what becomes of its lines',
  tags,
  errors: ['not_found'],
  answer: Statement,
});

export const mapStatement = endpoint('PATCH /statements/:id', 'payments.clear', {
  summary: 'Say which column of a statement is what, and see what an import would do',
  description: 'Remembered for statements with the same column names. Records no money.',
  tags,
  errors: ['not_found', 'conflict'],
  body: StatementMapping,
  answer: answer,
});

export const importStatement = endpoint('POST /statements/:id/import', 'payments.clear', {
  summary: 'Import a statement as it was checked; it goes on by itself',
  description: 'Lines that are known change nothing, so that an import may be repeated and statements may overlap.',
  tags,
  idempotent: true,
  errors: ['not_found', 'conflict'],
  created: Done,
});

export const cancelStatement = endpoint('POST /statements/:id/cancel', 'payments.clear', {
  summary: 'Stop an import; what it has recorded stays, and it can go on later',
  tags,
  errors: ['not_found', 'conflict'],
});

export const discardStatement = endpoint('DELETE /statements/:id', 'payments.clear', {
  summary: 'Discard a statement of which nothing was imported',
  tags,
  errors: ['not_found', 'conflict'],
});

export const statementEndpoints = {
  listStatements: statementList.page,
  exportStatements: statementList.file,
  listStatementLines: statementLineList.page,
  exportStatementLines: statementLineList.file,
  uploadStatement,
  getStatement,
  mapStatement,
  importStatement,
  cancelStatement,
  discardStatement,
} as const;
