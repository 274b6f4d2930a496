import { jobLabel } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { lockFailedJob, retryJob } from '#domains/jobs';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { mayRetry } from './failed-jobs.present.ts';

/**
 * Has a failed job tried again at once, for whoever queued it. Refused with 404 `not_found` where no such job failed, and with 409
 * `conflict` while it runs and where another try could do something twice.
 */
export const retryFailed = async (tx: Tx, { id, by, now }: { id: string; by: Caller; now: Date }): Promise<void> => {
  const job = await lockFailedJob(tx, id);
  if (!job) throw new Refusal('not_found', 'There is no such job that failed.');
  if (job.status === 'running') throw new Refusal('conflict', 'This job is being tried at the moment.');
  if (!mayRetry(job)) throw new Refusal('conflict', 'This job cannot be tried again. Please begin its work anew.');
  await retryJob(tx, id, now);
  const subject = { kind: 'job', id, name: jobLabel(job.name) };
  const before = { status: job.status, tries: job.attempts };
  await audit(tx, by, { action: 'jobs.retry', subject, before, after: { status: 'waiting', tries: 0 } }, now);
};
