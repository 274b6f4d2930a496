import { holds, type Permission } from '@banbo/contract';
import type { ZodType } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { cancelOpenJob, deleteEndedJobs, findProgress, insertJob, type JobProgress } from './jobs.repo.ts';

/**
 * Where a chunk begins: `position` is null at the first one, and what the chunk before it gave as `next` at any other. `by` is
 * the author of what it changes, as they are now; null for the server's own jobs alone.
 */
export type ChunkStart<Input, Position> = { input: Input; position: Position | null; by: Author | null; now: Date };

/** How far a job has come with a chunk: `next` is null after the last one; `done` counts all chunks so far. */
export type ChunkEnd<Position> = { next: Position | null; done: number; total?: number; note?: string };

type Definition<Input, Position> = {
  name: string;
  /** The permission of whoever queues it, held before each chunk; null for the server's own jobs. */
  needs: Permission | null;
  /** Small, since it lies in the job's row: what a job works through belongs into tables. */
  input: ZodType<Input>;
  position: ZodType<Position>;
  /**
   * Does the next part of the work in the given transaction, in which the progress is kept too: a chunk is done once or not
   * at all. It takes a second or less, as others may wait for the rows that it locks.
   */
  chunk: (tx: Tx, start: ChunkStart<Input, Position>) => Promise<ChunkEnd<Position>>;
};

/** A job that is asked for, works in chunks, and goes on from its last chunk wherever it was cut off. */
export type ChunkedJob = {
  name: string;
  needs: Permission | null;
  /** Does one chunk from stored values. Throws a `FinalFailure` where they do not fit the job's schemas. */
  chunk: (tx: Tx, start: ChunkStart<unknown, unknown>) => Promise<ChunkEnd<unknown>>;
};

/** A job that every server knows and one of them runs at a time, `everyMs` milliseconds after it began last. */
export type RecurringJob = {
  name: string;
  everyMs: number;
  /** Asked before a server claims the job, so that a look that finds nothing to do writes nothing. */
  isNeeded?: () => Promise<boolean>;
  run: () => Promise<unknown>;
};

/** Thrown for a cause that no retry mends: the job fails for good, with these words. */
export class FinalFailure extends Error {}

const MAX_WORDS = 300;

/** An error's message as it is kept beside what failed. */
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
 * Queues a job in the caller's transaction and gives its id: no server sees it before that commits, and none ever if it
 * rolls back. The server's own jobs have no author; any other is refused with 403 `not_permitted` without one who may do it.
 * Throws a `ZodError` for an input that does not fit.
 */
export const queueJob = async <Input>(
  tx: Tx,
  { name, needs, input: schema }: Pick<ChunkedJob, 'name' | 'needs'> & { input: ZodType<Input> },
  input: Input,
  { by, now }: { by: Author | null; now: Date },
): Promise<string> => {
  if (needs !== null && !(by && holds(by.role, needs))) {
    throw new Refusal('not_permitted', 'You are not authorized to do this.');
  }
  return insertJob(tx, { name, input: JSON.stringify(schema.parse(input)), queuedBy: by?.accountId ?? null, now });
};

/** How far a job is and what failed last, or null where there is none with this id. */
export const jobProgress = (db: Db, id: string): Promise<JobProgress | null> => findProgress(db, id);

/** Ends a job that has not ended; the chunk that runs meanwhile leaves nothing. False where it has ended. */
export const cancelJob = (db: Db, id: string, now: Date): Promise<boolean> => cancelOpenJob(db, id, now);

const KEPT_DAYS = 30;

/** Removes jobs that ended a month ago. */
export const forgetJobs = (db: Db, now: Date): Promise<void> =>
  deleteEndedJobs(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
