import type { Tx } from '#db/database.ts';
import { jobProgress, queueJob } from '#domains/jobs';
import { importStatus } from '#lib/import-status.ts';
import { Refusal } from '#lib/refusal.ts';
import { updateImport } from '../imports.repo.ts';
import { auditList, type ByClerk, lockExistingList } from '../list-in-hand.ts';
import { takeBackJob } from './take-back-job.ts';
import { takenBackOf } from './taken-back.ts';
import { countImported } from './taking-back.repo.ts';
import type { WithMoney } from './touched-drivers.ts';

type TakingBack = ByClerk & { reason: string; withMoney: WithMoney };

/**
 * Queues the taking back of an import: of each driver that nobody has touched by then. Refused with 404 `not_found`, and with 409
 * `conflict` while the import or a taking back runs, and where no driver of it is a current one.
 */
export const startTakeBack = async (tx: Tx, id: string, { reason, withMoney, ...made }: TakingBack): Promise<void> => {
  const list = await lockExistingList(tx, id);
  const job = list.job_id === null ? null : await jobProgress(tx, list.job_id);
  if (importStatus(list.status, job) === 'importing') {
    throw new Refusal('conflict', 'This list is being imported. Please stop that first.');
  }
  if ((await takenBackOf(tx, list))?.status === 'running') {
    throw new Refusal('conflict', 'The drivers of this list are being taken back already.');
  }
  const drivers = await countImported(tx, id);
  if (drivers === 0) throw new Refusal('conflict', 'No driver of this list is a current one.');
  const job_id = await queueJob(tx, takeBackJob(withMoney), { driver_import: id, drivers, reason }, made);
  await updateImport(tx, id, { take_back_job_id: job_id, taken_back_at: null });
  await auditList(tx, 'driver_imports.take_back', list, made, { drivers, reason });
};
