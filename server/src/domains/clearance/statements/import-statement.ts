import type { AuditAction } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { cancelJob, jobProgress, queueJob } from '#domains/jobs';
import type { Caller } from '#lib/caller.ts';
import { importStatus } from '#lib/import-status.ts';
import { Refusal } from '#lib/refusal.ts';
import { statementImport } from './import-lines.ts';
import { countMoney } from './lines.repo.ts';
import { noStatement } from './no-statement.ts';
import {
  countOutcomes,
  deleteStatement,
  lockStatement,
  type StatementRow,
  updateStatement,
} from './statements.repo.ts';

type By = { by: Caller; now: Date };

const note = (tx: Tx, action: AuditAction, { id, file_name }: StatementRow, { by, now }: By) =>
  audit(tx, by, { action, subject: { kind: 'statement', id, name: file_name } }, now);

const locked = async (tx: Tx, id: string): Promise<StatementRow> => {
  const statement = await lockStatement(tx, id);
  if (!statement) throw noStatement();
  return statement;
};

/**
 * Queues the import of a statement that was checked, or the rest of one that stopped. Refused with 409 `conflict` in any other
 * state, while days contradict the mapping, and where no line is left to import.
 */
export const startImport = async (tx: Tx, id: string, made: By): Promise<void> => {
  const statement = await locked(tx, id);
  const job = statement.job_id === null ? null : await jobProgress(tx, statement.job_id);
  const status = importStatus(statement.status, job);
  if (status === 'uploaded') throw new Refusal('conflict', 'Please choose the columns of this statement first.');
  if (status === 'importing') throw new Refusal('conflict', 'This statement is being imported already.');
  if (status === 'imported') throw new Refusal('conflict', 'This statement was imported already.');
  if (statement.problem !== '') throw new Refusal('conflict', statement.problem);
  const lines = await countMoney(tx, id);
  if (lines === 0) throw new Refusal('conflict', 'No line of this statement says that money was received.');
  const job_id = await queueJob(tx, statementImport, { statement: id, lines }, made);
  await updateStatement(tx, id, { status: 'importing', job_id });
  await note(tx, 'statements.import', statement, made);
};

/** Stops an import after the chunk that runs. Refused with 409 `conflict` where none runs. */
export const cancelImport = async (tx: Tx, id: string, made: By): Promise<void> => {
  const statement = await locked(tx, id);
  if (statement.status !== 'importing' || statement.job_id === null) {
    throw new Refusal('conflict', 'This statement is not being imported.');
  }
  await cancelJob(tx, statement.job_id, made.now);
  await updateStatement(tx, id, { status: 'cancelled' });
  await countOutcomes(tx, id);
  await note(tx, 'statements.cancel', statement, made);
};

/** Discards a statement. Refused with 409 `conflict` once its import has begun. */
export const discardStatement = async (tx: Tx, id: string, made: By): Promise<void> => {
  const statement = await locked(tx, id);
  if (statement.status !== 'uploaded' && statement.status !== 'checked') {
    throw new Refusal('conflict', 'The import of this statement has begun, so it is kept.');
  }
  await deleteStatement(tx, id);
  await note(tx, 'statements.discard', statement, made);
};
