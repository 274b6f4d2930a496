import { setTimeout as delay } from 'node:timers/promises';
import { type Presence, presenceUnseen } from '#db/connection/presence.ts';
import type { Db } from '#db/database.ts';
import { outsideCalls, withCallId } from '#lib/call-id.ts';
import { pluck } from '#lib/values.ts';
import { type ChunkedJob, failureWords, type RecurringJob } from './define-job.ts';
import { insertRecurring } from './jobs.repo.ts';
import type { FindAuthor } from './run-chunked.ts';
import { runChunked } from './run-chunked.ts';
import {
  endHolds,
  endRecurring,
  findDueNames,
  findHolds,
  renewHolds,
  type TakenJob,
  takeChunked,
  takeRecurring,
} from './taken-jobs.repo.ts';

const LONGEST_CHUNK_MS = 1_000;

/**
 * Milliseconds to pause after a chunk, so that all chunked jobs together take at most half of the
 * time: a single job pauses as long as its chunk took, several jobs proportionally longer.
 */
export const restAfter = (tookMs: number, jobsBeside: number): number =>
  Math.min(tookMs, LONGEST_CHUNK_MS) * (2 * jobsBeside + 1);

const POLL_MS = 5_000;

type Pause = (restMs: number, ending: AbortSignal) => Promise<void>;

const pauseFor: Pause = (restMs, ending) => delay(restMs, undefined, { signal: ending }).catch(() => {});

type JobServerOptions = {
  db: Db;
  /** A clock for tests; PostgreSQL's by default, which is the same for all servers. */
  now?: () => Date;
  /** Without it, holds of killed servers last until they expire. */
  presence?: Presence;
  recurring?: readonly RecurringJob[];
  /** Called for each failed run, and for the first failed poll in a row. */
  onError: (job: string, error: unknown) => void;
  /** Called when a recurring job has ended well, or has nothing to do. */
  onWell?: (job: string) => void;
  pause?: Pause;
} & (
  | { chunked?: undefined; findAuthor?: undefined }
  /** `findAuthor` reads a chunked job's author before each chunk. */
  | { chunked: readonly ChunkedJob[]; findAuthor: FindAuthor }
);

export type JobServer = {
  /** Polls for jobs now, every five seconds until `stop`, and after each chunked job. */
  start: () => void;
  /** Polls at once, for a job whose transaction has just committed. */
  wake: () => void;
  /** Renews holds, takes due jobs, and gives the started runs, which never reject. */
  poll: () => Promise<Promise<void>[]>;
  runDue: () => Promise<void>;
  /** Starts no further job, ends chunked ones after their chunk, and resolves when none runs. */
  stop: () => Promise<void>;
};

/**
 * Runs jobs on this server: due recurring jobs in parallel, and at most one chunked job of each
 * kind among all servers. Holds are rows, so a job runs on one server; a server known to have ended
 * loses its holds at another's next poll, any other within a minute.
 */
export const jobServer = (options: JobServerOptions): JobServer => {
  const {
    db,
    now: clock,
    presence = presenceUnseen(),
    recurring = [],
    chunked = [],
    findAuthor = async () => null,
    onError,
    onWell = () => {},
    pause = pauseFor,
  } = options;
  const inFlight = new Map<string, { name: string; ended: Promise<void> }>();
  /** Jobs whose check failed at the last poll. */
  const unsure = new Set<string>();
  const ending = new AbortController();
  let isListed = false;
  let hasFailed = false;
  let polling: Promise<unknown> | null = null;
  let isWoken = false;
  let inChunks = 0;
  let timer: NodeJS.Timeout | undefined;

  const known = chunked.map(({ name }) => name);

  const runRecurring = async ({ name, run }: RecurringJob, { hold }: TakenJob): Promise<void> => {
    try {
      await run(ending.signal);
    } catch (error) {
      await endRecurring(db, hold, failureWords(error));
      throw error;
    }
    await endRecurring(db, hold, '');
    onWell(name);
  };

  const begin = (taken: TakenJob, run: () => Promise<void>): Promise<void> => {
    const ended = withCallId(`job ${taken.id}`, () =>
      run().catch((error: unknown) => onError(taken.name, error)),
    ).finally(() => inFlight.delete(taken.hold));
    inFlight.set(taken.hold, { name: taken.name, ended });
    return ended;
  };

  const rest = (tookMs: number): Promise<void> => pause(restAfter(tookMs, inChunks - 1), ending.signal);

  const runInChunks = async (job: ChunkedJob, taken: TakenJob): Promise<void> => {
    inChunks += 1;
    try {
      await runChunked({ db, clock, findAuthor, ending: ending.signal, rest }, job, taken);
    } finally {
      inChunks -= 1;
      if (timer) wake();
    }
  };

  const beginChunked = async (due: readonly string[], server: number | null): Promise<Promise<void>[]> => {
    const begun: Promise<void>[] = [];
    while (due.length > begun.length) {
      const taken = await takeChunked(db, due, { clock, server });
      const job = chunked.find(({ name }) => name === taken?.name);
      if (!job || !taken) break;
      begun.push(begin(taken, () => runInChunks(job, taken)));
    }
    return begun;
  };

  /** A job whose check fails waits for the next poll, and delays no other. */
  const isNeeded = async (job: RecurringJob): Promise<boolean> => {
    try {
      const needed = (await job.isNeeded?.()) ?? true;
      unsure.delete(job.name);
      if (!needed) onWell(job.name);
      return needed;
    } catch (error) {
      if (!unsure.has(job.name)) onError(job.name, error);
      unsure.add(job.name);
      return false;
    }
  };

  const neededOf = async (due: readonly string[]): Promise<string[]> => {
    const needed: string[] = [];
    for (const job of recurring) {
      if (due.includes(job.name) && (await isNeeded(job))) needed.push(job.name);
    }
    return needed;
  };

  /** Names with a due job that does not run here, perhaps after a lost hold. */
  const dueHere = async (): Promise<string[]> => {
    const due = await findDueNames(db, [...recurring.map(({ name }) => name), ...known], clock);
    for (const { name } of inFlight.values()) due.delete(name);
    return [...due];
  };

  /** Ends the holds of ended servers, and this server's that broke off with the database. */
  const takeOver = async (): Promise<void> => {
    const held = await findHolds(db);
    const { ended, askAgainMs } = await presence.ended(held.map(({ server }) => server));
    const lost = held.filter(({ hold, server }) => (server === presence.own ? !inFlight.has(hold) : ended.has(server)));
    if (lost.length > 0) await endHolds(db, pluck(lost, 'hold'));
    if (askAgainMs !== null && timer) setTimeout(wake, askAgainMs).unref();
  };

  const poll = async (): Promise<Promise<void>[]> => {
    const server = await presence.appear();
    if (inFlight.size > 0) await renewHolds(db, [...inFlight.keys()], clock);
    if (!isListed) await insertRecurring(db, recurring, clock?.() ?? new Date());
    isListed = true;
    await takeOver();
    const due = await dueHere();
    const begun: Promise<void>[] = [];
    for (const taken of await takeRecurring(db, await neededOf(due), { clock, server })) {
      const job = recurring.find(({ name }) => name === taken.name);
      if (job) begun.push(begin(taken, () => runRecurring(job, taken)));
    }
    return [
      ...begun,
      ...(await beginChunked(
        known.filter((name) => due.includes(name)),
        server,
      )),
    ];
  };

  const pollQuietly = async (): Promise<void> => {
    // Polls again if woken meanwhile: the job may have been queued after the query.
    do {
      isWoken = false;
      try {
        await poll();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) onError('look for jobs', error);
        hasFailed = true;
      }
    } while (isWoken);
    polling = null;
  };
  const pollOnce = (): void => {
    polling ??= outsideCalls(pollQuietly);
  };
  const wake = (): void => {
    if (ending.signal.aborted) return;
    isWoken = true;
    pollOnce();
  };

  return {
    poll,
    wake,
    start: () => {
      pollOnce();
      timer = setInterval(pollOnce, POLL_MS).unref();
    },
    runDue: async () => {
      for (let begun = await poll(); begun.length > 0; begun = await poll()) await Promise.all(begun);
    },
    stop: async () => {
      clearInterval(timer);
      ending.abort();
      isWoken = false;
      await polling;
      await Promise.all([...inFlight.values()].map(({ ended }) => ended));
    },
  };
};
