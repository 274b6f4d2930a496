export {
  type ChunkedJob,
  defineJob,
  FinalFailure,
  failureWords,
  forgetJobs,
  isAtWork,
  isLost,
  queueJob,
  type RecurringJob,
} from './define-job.ts';
export { jobServer } from './job-server.ts';
export {
  cancelJob,
  countFailedJobs,
  databaseClock,
  type FailedJobRow,
  failedJobsSql,
  type JobState,
  jobProgress,
  lockFailedJob,
  readJobStates,
  retryJob,
} from './jobs.repo.ts';
export { retryAfter } from './run-chunked.ts';
export { type HeldClock, heldClock, onlyByRightClock, readClock, trustClock } from './server-clock.ts';
