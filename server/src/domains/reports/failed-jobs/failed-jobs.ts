import { type FailedJob, failedJobList, goesOnByItself, jobLabel, type ListQuery } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { audit } from '#domains/audit';
import { type FailedJobRow, failedJobsSql, lockFailedJob, retryJob } from '#domains/jobs';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

/** Letters, digits and signs in a row that no word has; with a digit among them they may be a key. */
const MIN_KEY = 24;

/** A word that names itself a secret: `token=abc`. */
const NAMED_SECRET = /^(?:token|key|secret|password|pwd)[=:]./i;
const AFTER_BEARER = /\bBearer \S+/gi;
/** Six digits or more, with what stands between the digits of a number that is written for people. */
const LONG_NUMBER = /\+?\d(?:[ ()-]?\d){5,}/g;
/** A name with a dot inside, or an address of four numbers, with a port or without one. */
const HOST = /^(?=[^.]*[^\d.]|(?:\d+\.){3})[\w-]+(?:\.[\w-]+)+(?::\d+)?$/;

const hidden = (word: string): string => {
  const bare = word.replace(/[.,;:]$/, '');
  if (word.includes('://')) return '(an address)';
  if (word.includes('@')) return '(an e-mail address)';
  if (NAMED_SECRET.test(word) || (word.length >= MIN_KEY && /\d/.test(word))) return '(a key)';
  return HOST.test(bare) ? '(a host)' : word;
};

/** PostgreSQL quotes the value that it could not read, quotes inside it and all. */
const withoutValue = (failure: string): string => {
  const [from, to] = [failure.indexOf(': "'), failure.lastIndexOf('"')];
  return from !== -1 && to > from + 2 ? `${failure.slice(0, from)}: (a value)${failure.slice(to + 1)}` : failure;
};

/**
 * The words of a failure as a page may show them: without addresses and hosts, which may carry keys, without people's numbers, and
 * without the value that PostgreSQL quotes. The server's log has them whole.
 */
export const safeFailure = (failure: string): string =>
  withoutValue(failure)
    .replace(AFTER_BEARER, 'Bearer (a key)')
    .split(/\s+/)
    .map(hidden)
    .join(' ')
    .replace(LONG_NUMBER, '(a number)');

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
