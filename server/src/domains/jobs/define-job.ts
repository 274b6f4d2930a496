import { holds, type Permission } from '@banbo/contract';
import type { ZodType } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { notPermitted } from '#lib/refusal.ts';
import { deleteEndedJobs, insertJob, type JobProgress } from './jobs.repo.ts';

/**
 * The start of a chunk: `position` is null at first, then the previous chunk's `next`. `by` is the
 * author of its changes, read now; null for the server's own jobs.
 */
export type ChunkStart<Input, Position> = { input: Input; position: Position | null; by: Author | null; now: Date };

/** The progress after a chunk: `next` is null after the last one; `done` counts all chunks. */
export type ChunkEnd<Position> = { next: Position | null; done: number; total?: number; note?: string };

type Definition<Input, Position> = {
  name: string;
  /** The author's permission, checked before each chunk; null for the server's own jobs. */
  needs: Permission | null;
  /** Small, since it is stored in the job's row; large inputs belong in tables. */
  input: ZodType<Input>;
  position: ZodType<Position>;
  /**
   * Does the next part in a transaction that also stores the progress, so each chunk is done once
   * or not at all. Takes at most a second, since others may wait for its locks.
   */
  chunk: (tx: Tx, start: ChunkStart<Input, Position>) => Promise<ChunkEnd<Position>>;
};

/** A queued job that works in chunks and continues after its last chunk wherever it was cut off. */
export type ChunkedJob = {
  name: string;
  needs: Permission | null;
  /** Does one chunk from stored values. Throws a `FinalFailure` if they fit no schema. */
  chunk: (tx: Tx, start: ChunkStart<unknown, unknown>) => Promise<ChunkEnd<unknown>>;
};

/** A queued job as it stands; null of one that is no more. */
type Standing = Pick<JobProgress, 'status'> | null;

/** It waits or runs. */
export const isAtWork = (job: Standing): boolean => job?.status === 'waiting' || job?.status === 'running';

/**
 * It will not finish its work: it failed, was cancelled or is no more. One that is done has
 * finished it, also where the record of its work was read a moment before.
 */
export const isLost = (job: Standing): boolean => job === null || job.status === 'failed' || job.status === 'cancelled';

/** A recurring job: one server at a time runs it, `everyMs` milliseconds after its last start. */
export type RecurringJob = {
  name: string;
  everyMs: number;
  /** Checked before a server takes the job, so that an idle poll writes nothing. */
  isNeeded?: () => Promise<boolean>;
  /** `ending` is aborted once the server ends, for which a run may take a second more. */
  run: (ending?: AbortSignal) => Promise<unknown>;
};

/** Thrown for a failure that no retry can fix: the job fails with this message. */
export class FinalFailure extends Error {}

const MAX_WORDS = 300;

export const failureWords = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return (text || 'Unknown').slice(0, MAX_WORDS);
};

const fit = <T>(schema: ZodType<T>, value: unknown, what: string): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const where = first && first.path.length > 0 ? `, at ${first.path.join('.')}` : '';
  throw new FinalFailure(`The job’s ${what} does not fit this version${where}: ${first?.message ?? 'unknown'}`);
};

/** Defines a job that is queued with an input (`queueJob`) and runs in chunks. */
export const defineJob = <Input, Position>({
  name,
  needs,
  input,
  position,
  chunk,
}: Definition<Input, Position>): ChunkedJob & { input: ZodType<Input> } => ({
  name,
  needs,
  input,
  chunk: (tx, start) =>
    chunk(tx, {
      input: fit(input, start.input, 'input'),
      position: start.position === null ? null : fit(position, start.position, 'position'),
      by: start.by,
      now: start.now,
    }),
});

/**
 * Queues a job in the caller's transaction and gives its id. The server's own jobs have no author;
 * any other job is refused with 403 `not_permitted` unless its author has the permission. Throws a
 * `ZodError` for an unfit input.
 */
export const queueJob = async <Input>(
  tx: Tx,
  { name, needs, input: schema }: Pick<ChunkedJob, 'name' | 'needs'> & { input: ZodType<Input> },
  input: Input,
  { by, now }: { by: Author | null; now: Date },
): Promise<string> => {
  if (needs !== null && !(by && holds(by, needs))) {
    throw notPermitted();
  }
  return insertJob(tx, { name, input: JSON.stringify(schema.parse(input)), queuedBy: by?.accountId ?? null, now });
};

const KEPT_DAYS = 30;

/** Removes jobs that ended a month ago. */
export const forgetJobs = (db: Db, now: Date): Promise<void> =>
  deleteEndedJobs(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
