import { holds, type Permission } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { type ChunkedJob, FinalFailure, failureWords } from './define-job.ts';
import { type Clock, giveBackJob, keepChunk, noteFailure, type TakenJob } from './taken-jobs.repo.ts';

const MINUTE = 60_000;

/** Minutes until the next attempt, by the number of failed ones; the last value repeats. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60];

/** The time of the next attempt after the failed one of this number, from 1. */
export const retryAfter = (attempts: number, now: Date): Date => {
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? RETRY_MINUTES[0] ?? 1;
  return new Date(now.getTime() + minutes * MINUTE);
};

export type FindAuthor = (tx: Tx, accountId: string, now: Date) => Promise<Omit<Author, 'requestId'> | null>;

/**
 * The author of a chunk, read each time: blocking or demoting an author, or withdrawing the
 * permission, stops the job before its next chunk. Null for the server's own jobs. Throws a
 * `FinalFailure` that says why the job ends.
 */
const authorOfChunk = async (
  tx: Tx,
  { id, queued_by }: TakenJob,
  { needs, findAuthor, now }: { needs: Permission | null; findAuthor: FindAuthor; now: Date },
): Promise<Author | null> => {
  if (needs === null && queued_by === null) return null;
  const author = queued_by === null ? null : await findAuthor(tx, queued_by, now);
  if (!author) throw new FinalFailure('The user who started this was blocked or deleted.');
  if (needs !== null && !holds(author, needs)) {
    throw new FinalFailure(`The user ${author.login}, who started this, is no longer authorized to do it.`);
  }
  return { ...author, requestId: `job ${id}` };
};

/** Attempts without a finished chunk: some four hours. */
const MAX_ATTEMPTS = 8;

/** Thrown when all attempts are used up and the last one ended without a failure. */
class ServerEnded extends Error {}

/** Thrown to roll back a chunk of a job that another server took over or that was cancelled. */
class HoldLost extends Error {}

export type ChunkRun = {
  db: Db;
  clock: Clock;
  findAuthor: FindAuthor;
  /** Aborted when the server ends. */
  ending: AbortSignal;
  /** Waits between two chunks, given the milliseconds that the last one took. */
  rest: (tookMs: number) => Promise<void>;
};

const runChunk = async (
  { db, clock, findAuthor }: ChunkRun,
  job: ChunkedJob,
  taken: TakenJob,
  position: unknown,
): Promise<unknown> => {
  const begun = clock?.() ?? new Date();
  return db.transaction().execute(async (tx) => {
    const by = await authorOfChunk(tx, taken, { needs: job.needs, findAuthor, now: begun });
    const end = await job.chunk(tx, { input: taken.input, position, by, now: begun });
    if (!(await keepChunk(tx, taken.hold, end, clock))) throw new HoldLost();
    return end.next;
  });
};

/**
 * Runs a taken job chunk by chunk until it or the server ends; then any server may continue it. A
 * failure is noted for its retry and thrown; a lost hold ends the run silently.
 */
export const runChunked = async (running: ChunkRun, job: ChunkedJob, taken: TakenJob): Promise<void> => {
  const { db, clock, ending, rest } = running;
  let { position, attempts } = taken;
  try {
    if (attempts > MAX_ATTEMPTS) throw new ServerEnded(`The last of ${MAX_ATTEMPTS} attempts ended with its server.`);
    while (!ending.aborted) {
      const begun = performance.now();
      position = await runChunk(running, job, taken, position);
      if (position === null) return;
      attempts = 1;
      await rest(performance.now() - begun);
    }
    await giveBackJob(db, taken.hold, clock);
  } catch (error) {
    if (error instanceof HoldLost) return;
    const isLast = error instanceof FinalFailure || attempts >= MAX_ATTEMPTS;
    const retryMs = isLast ? null : retryAfter(attempts, new Date(0)).getTime();
    // After a lost hold, the failure may be the other server's chunk.
    if (await noteFailure(db, taken.hold, { failure: failureWords(error), retryMs }, clock)) throw error;
  }
};
