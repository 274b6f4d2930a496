export { type ChunkedJob, defineJob, type RecurringJob, wordsOf } from './define-job.ts';
export { countFailedJobs, type FailedJobRow, failedJobsSql, lockFailedJob, retryJob } from './failed-jobs.repo.ts';
export { forgetJobs } from './forget-jobs.ts';
export { jobServer } from './job-server.ts';
export { cancelJob, jobProgress, queueJob } from './queue-job.ts';
export { retryAfter } from './retry-after.ts';
export { type HeldClock, heldClock, onlyByRightClock, readClock, trustClock } from './server-clock.ts';
