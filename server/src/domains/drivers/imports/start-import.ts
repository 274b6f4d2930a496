import type { Tx } from '#db/database.ts';
import { cancelJob, jobProgress, queueJob } from '#domains/jobs';
import { importStatus } from '#lib/import-status.ts';
import { Refusal } from '#lib/refusal.ts';
import { driverImport } from './import-drivers.ts';
import { countLinesToAdd } from './import-lines.repo.ts';
import { countOutcomes, deleteImport, updateImport } from './imports.repo.ts';
import { auditList, type ByClerk, lockExistingList } from './list-in-hand.ts';
import { takenBackOf } from './taking-back/taken-back.ts';

const REFUSED = {
  uploaded: 'Please choose the columns of this list first.',
  importing: 'This list is being imported already.',
  imported: 'This list was imported already.',
} as const;

/**
 * Queues the import of a list that was checked, or the rest of one that stopped. Refused with 409 `conflict` in any other
 * state, while days contradict the mapping, and where no line is left to import.
 */
export const startDriverImport = async (tx: Tx, id: string, made: ByClerk): Promise<void> => {
  const list = await lockExistingList(tx, id);
  const job = list.job_id === null ? null : await jobProgress(tx, list.job_id);
  const status = importStatus(list.status, job);
  if (status === 'uploaded' || status === 'importing' || status === 'imported') {
    throw new Refusal('conflict', REFUSED[status]);
  }
  if ((await takenBackOf(tx, list))?.status === 'running') {
    throw new Refusal('conflict', 'The drivers of this list are being taken back at the moment.');
  }
  if (list.problem !== '') throw new Refusal('conflict', list.problem);
  const lines = await countLinesToAdd(tx, id);
  if (lines === 0) throw new Refusal('conflict', 'No line of this list is a driver who could be added.');
  const job_id = await queueJob(tx, driverImport, { driver_import: id, lines }, made);
  await updateImport(tx, id, { status: 'importing', job_id });
  await auditList(tx, 'driver_imports.import', list, made, { lines });
};

/** Stops an import after the chunk that runs. Refused with 409 `conflict` where none runs. */
export const cancelDriverImport = async (tx: Tx, id: string, made: ByClerk): Promise<void> => {
  const list = await lockExistingList(tx, id);
  if (list.status !== 'importing' || list.job_id === null) {
    throw new Refusal('conflict', 'This list is not being imported.');
  }
  await cancelJob(tx, list.job_id, made.now);
  await updateImport(tx, id, { status: 'cancelled' });
  await countOutcomes(tx, id);
  await auditList(tx, 'driver_imports.cancel', list, made, { drivers: list.drivers });
};

/** Discards a list. Refused with 409 `conflict` once its import has begun. */
export const discardDriverImport = async (tx: Tx, id: string, made: ByClerk): Promise<void> => {
  const list = await lockExistingList(tx, id);
  if (list.status !== 'uploaded' && list.status !== 'checked') {
    throw new Refusal('conflict', 'The import of this list has begun, so it is kept.');
  }
  await deleteImport(tx, id);
  await auditList(tx, 'driver_imports.discard', list, made);
};
