export {
  type ChunkedJob,
  cancelJob,
  defineJob,
  failureWords,
  forgetJobs,
  jobProgress,
  queueJob,
  type RecurringJob,
} from './define-job.ts';
export { jobServer } from './job-server.ts';
export { countFailedJobs, type FailedJobRow, failedJobsSql, lockFailedJob, retryJob } from './jobs.repo.ts';
export { retryAfter } from './run-chunked.ts';
export { type HeldClock, heldClock, onlyByRightClock, readClock, trustClock } from './server-clock.ts';
