import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { Id } from '../common/ids.ts';
import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { jobLabel } from './job-words.ts';

const tags = ['system'];

/** A job that failed: one that was asked for and is given up, or a recurring one whose last run failed. */
export const FailedJob = z.object({
  id: Id,
  /** Its name in the table of jobs. */
  name: z.string(),
  is_recurring: z.boolean(),
  /** When it was tried last. */
  tried_at: Instant,
  /** Tries in a row that came to nothing. */
  attempts: z.number().int(),
  /** The words of the last failure, without anything secret; the server’s log has them whole. */
  failure: z.string(),
  /** When a recurring one is tried next. */
  next_at: Instant.nullable(),
  /** True where staff may have it tried at once. */
  may_retry: z.boolean(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const failedJobList = defineList({
  name: 'failed-jobs',
  url: '/failed_jobs',
  access: 'jobs.read',
  summary: 'Jobs of the server that failed, the last ones first',
  description: 'As many as the dashboard counts. A job that was asked for is forgotten a month after its end.',
  tags,
  row: FailedJob,
  filters: {},
  sorts: ['-tried_at', 'tried_at'],
  columns: [
    columnOf('tried_at', 'Last Tried', 'instant', { sort: 'tried_at' }),
    { key: 'name', header: 'Job', kind: 'text', value: ({ name }) => jobLabel(name) },
    columnOf('failure', 'Why It Failed'),
    columnOf('attempts', 'Tries', 'number'),
    columnOf('next_at', 'Next Try', 'instant'),
  ],
  reach: 10_000,
});

export const retryFailedJob = endpoint('POST /failed_jobs/:id/retry', 'jobs.read', {
  summary: 'Try a failed job again at once; one that was asked for goes on where it stopped',
  tags,
  errors: ['not_found', 'conflict'],
});

export const failedJobEndpoints = {
  listFailedJobs: failedJobList.page,
  exportFailedJobs: failedJobList.file,
  retryFailedJob,
} as const;
