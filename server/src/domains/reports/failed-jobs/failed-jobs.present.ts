import { type FailedJob, failedJobList, type ListQuery, retryDaysOf } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type FailedJobRow, failedJobsSql } from '#domains/jobs';
import { safeFailure } from './safe-failure.ts';

const DAY_MS = 86_400_000;

/** True where trying the job again now does nothing twice. */
export const mayRetry = ({ name, status, created_at }: FailedJobRow, now: Date): boolean => {
  const days = retryDaysOf(name);
  if (status === 'running') return false;
  return days === null || now.getTime() - created_at.getTime() < days * DAY_MS;
};

const present = (row: FailedJobRow, now: Date): FailedJob => ({
  id: row.id,
  name: row.name,
  is_recurring: row.every_ms !== null,
  tried_at: (row.begun_at ?? row.created_at).toISOString(),
  attempts: row.attempts,
  failure: safeFailure(row.failure),
  next_at: row.every_ms === null ? null : row.due_at.toISOString(),
  may_retry: mayRetry(row, now),
});

export const failedJobsSource = (now: () => Date): ListSource<ListQuery<typeof failedJobList>, FailedJob> =>
  listSource(failedJobList, failedJobsSql, (rows) => rows.map((row) => present(row, now())));
