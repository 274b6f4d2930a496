import { type FailedJob, failedJobList, goesOnByItself, jobLabel } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { audit } from '#domains/audit';
import {
  type FailedJobRow,
  failedJobsSql,
  type HeldClock,
  heldClock,
  lockFailedJob,
  retryJob,
  trustClock,
} from '#domains/jobs';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';

/** A long run of letters, digits and signs; with a digit it may be a key. */
const MIN_KEY = 24;

/** A named secret: `token=abc`. */
const NAMED_SECRET = /^(?:token|key|secret|password|pwd)[=:]./i;
const AFTER_BEARER = /\bBearer \S+/gi;
/** Six digits or more, with the separators of written numbers. */
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

/** A failure's text without addresses, hosts, numbers and values; the log has all of it. */
export const safeFailure = (failure: string): string =>
  withoutValue(failure)
    .replace(AFTER_BEARER, 'Bearer (a key)')
    .split(/\s+/)
    .map(hidden)
    .join(' ')
    .replace(LONG_NUMBER, '(a number)');

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

export const failedJobsSource = listSource(failedJobList, failedJobsSql, (rows) => rows.map(present));

/** Retries a failed job. Refused with 404, and 409 `conflict` if running or not repeatable. */
export const retryFailed = async (tx: Tx, { id, by, now }: { id: string; by: Caller; now: Date }): Promise<void> => {
  const job = existing(await lockFailedJob(tx, id), 'job that failed');
  if (job.status === 'running') throw new Refusal('conflict', 'This job is being tried at the moment.');
  if (!mayRetry(job)) throw new Refusal('conflict', 'This job cannot be tried again. Please start the work again.');
  await retryJob(tx, id, now);
  const subject = { kind: 'job', id, name: jobLabel(job.name) };
  const before = { status: job.status, tries: job.attempts };
  await audit(tx, by, { action: 'jobs.retry', subject, before, after: { status: 'waiting', tries: 0 } }, now);
};

const DAY = 86_400_000;

const presentOfServerClock = ({ reads, seen_at }: HeldClock) => ({
  reads: reads.toISOString(),
  seen_at: seen_at.toISOString(),
});

/** The untrusted clock's time and the last trusted one. */
export const shownClock = async (db: Db) => {
  const held = await heldClock(db);
  return { held: held && presentOfServerClock(held) };
};

/** Trusts the clock. Refused with 409 `conflict` for another reading than the one shown. */
export const trustClockAsShown = async (
  tx: Tx,
  { reads, by, now }: { reads: string; by: Caller; now: Date },
): Promise<void> => {
  if (Math.abs(now.getTime() - Date.parse(reads)) > DAY) {
    throw new Refusal('conflict', 'The clock has changed since you looked. Please look again.');
  }
  const held = await trustClock(tx, now);
  if (!held) return;
  const subject = { kind: 'server', id: 'clock', name: 'Clock' };
  const [before, after] = [{ seen_at: held.seen_at.toISOString() }, { seen_at: now.toISOString() }];
  await audit(tx, by, { action: 'clock.trust', subject, before, after }, now);
};
