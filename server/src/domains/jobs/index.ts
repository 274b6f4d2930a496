export { type ChunkedJob, defineJob, type RecurringJob } from './define-job.ts';
export { wordsOf } from './failure-words.ts';
export { forgetJobs } from './forget-jobs.ts';
export { jobServer } from './job-server.ts';
export { countFailedJobs } from './jobs.repo.ts';
export { cancelJob, jobProgress, queueJob } from './queue-job.ts';
export { retryAfter } from './retry-after.ts';
