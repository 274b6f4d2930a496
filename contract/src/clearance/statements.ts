import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id, idParams } from '../common/ids.ts';
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
  /** Words of the column of the direction of which nobody has said yet whether they mean money in or out. */
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

export const uploadStatement = endpoint({
  method: 'POST',
  url: '/statements',
  access: 'payments.clear',
  idempotent: true,
  maxFileBytes: MAX_TABLE_BYTES,
  limits: [{ by: 'caller', max: 120, seconds: 3_600 }],
  errors: ['too_large'],
  schema: {
    summary: 'Send the statement of one of the company’s accounts, as CSV or XLSX',
    description: 'Nothing of it is money yet: choose its columns, look at what would happen, and import it then.',
    tags,
    consumes: ['multipart/form-data'],
    body: z.strictObject({ file: z.file() }),
    response: {
      201: z.object({ status: z.literal(true), message: z.string(), statement_id: Id }),
      ...errorResponses,
    },
  },
});

export const getStatement = endpoint({
  method: 'GET',
  url: '/statements/:id',
  access: 'payments.clear',
  errors: ['not_found'],
  schema: {
    summary: 'A statement, how it is or could be read, and what becomes of its lines',
    tags,
    params: idParams,
    response: { 200: Statement, ...errorResponses },
  },
});

export const mapStatement = endpoint({
  method: 'PATCH',
  url: '/statements/:id',
  access: 'payments.clear',
  errors: ['not_found', 'conflict'],
  schema: {
    summary: 'Say which column of a statement is what, and see what an import would do',
    description: 'Remembered for statements with the same column names. Records no money.',
    tags,
    params: idParams,
    body: StatementMapping,
    response: { 200: answer, ...errorResponses },
  },
});

export const importStatement = endpoint({
  method: 'POST',
  url: '/statements/:id/import',
  access: 'payments.clear',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  schema: {
    summary: 'Import a statement as it was checked; it goes on by itself',
    description: 'Lines that are known change nothing, so that an import may be repeated and statements may overlap.',
    tags,
    params: idParams,
    response: { 201: Done, ...errorResponses },
  },
});

export const cancelStatement = endpoint({
  method: 'POST',
  url: '/statements/:id/cancel',
  access: 'payments.clear',
  errors: ['not_found', 'conflict'],
  schema: {
    summary: 'Stop an import; what it has recorded stays, and it can go on later',
    tags,
    params: idParams,
    response: { 200: Done, ...errorResponses },
  },
});

export const discardStatement = endpoint({
  method: 'DELETE',
  url: '/statements/:id',
  access: 'payments.clear',
  errors: ['not_found', 'conflict'],
  schema: {
    summary: 'Discard a statement of which nothing was imported',
    tags,
    params: idParams,
    response: { 200: Done, ...errorResponses },
  },
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
