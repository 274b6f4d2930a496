import { type FailedJob, failedJobList, goesOnByItself, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type FailedJobRow, failedJobsSql } from '#domains/jobs';
import { safeFailure } from './safe-failure.ts';

/** True where the job may be tried again now. */
export const mayRetry = ({ name, status }: FailedJobRow): boolean => status !== 'running' && goesOnByItself(name);

const present = (row: FailedJobRow): FailedJob => ({
  id: row.id,
  name: row.name,
  is_recurring: row.every_ms !== null,
  tried_at: (row.begun_at ?? row.created_at).toISOString(),
  attempts: row.attempts,
  failure: safeFailure(row.failure),
  next_at: row.every_ms === null ? null : row.due_at.toISOString(),
  may_retry: mayRetry(row),
});

export const failedJobsSource: ListSource<ListQuery<typeof failedJobList>, FailedJob> = listSource(
  failedJobList,
  failedJobsSql,
  (rows) => rows.map(present),
);
