import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { type Claim, claimChunked, claimRecurring, endRecurring, findDueNames, renewClaims } from './claims.repo.ts';
import type { ChunkedJob, RecurringJob } from './define-job.ts';
import { wordsOf } from './failure-words.ts';
import { insertRecurring } from './jobs.repo.ts';
import { type Running, runChunked } from './run-chunked.ts';

const LOOK_MS = 5_000;
const LONGEST_PAUSE_MS = 1_000;

/** As long as the chunk took, so that a job leaves at least half of the time to the people who wait for answers. */
const pauseAsLong: Running['pause'] = (tookMs, ending) =>
  delay(Math.min(tookMs, LONGEST_PAUSE_MS), undefined, { signal: ending }).catch(() => {});

type JobServerOptions = {
  db: Db;
  now: () => Date;
  recurring?: readonly RecurringJob[];
  chunked?: readonly ChunkedJob[];
  /** Hears of each run that failed, and of the first look in a row that did. */
  onError: (job: string, error: unknown) => void;
  pause?: Running['pause'];
};

export type JobServer = {
  /** Looks for jobs now and every five seconds until `stop`. */
  start: () => void;
  /** Renews the claims of the jobs that run, claims what is due, and gives the runs that it began; they never reject. */
  look: () => Promise<Promise<void>[]>;
  /** Runs what is due until nothing is. */
  runDue: () => Promise<void>;
  /** Begins no job any more, tells those in chunks to end after their chunk, and resolves when none runs. */
  stop: () => Promise<void>;
};

/**
 * Runs jobs on this server: of the recurring ones all that are due beside each other, of those in chunks one at a time among
 * all servers. Claims are rows of the database, so a job runs on one server; one that is killed loses its claims within a
 * minute.
 */
export const jobServer = (options: JobServerOptions): JobServer => {
  const { db, now, recurring = [], chunked = [], onError, pause = pauseAsLong } = options;
  const inFlight = new Map<string, Promise<void>>();
  const ending = new AbortController();
  let isListed = false;
  let hasFailed = false;
  let looking: Promise<unknown> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const known = chunked.map(({ name }) => name);

  const runRecurring = async ({ run }: RecurringJob, { claim }: Claim): Promise<void> => {
    try {
      await run();
    } catch (error) {
      await endRecurring(db, claim, wordsOf(error));
      throw error;
    }
    await endRecurring(db, claim, '');
  };

  const begin = (claim: Claim, run: () => Promise<void>): Promise<void> => {
    const ended = run()
      .catch((error: unknown) => onError(claim.name, error))
      .finally(() => inFlight.delete(claim.claim));
    inFlight.set(claim.claim, ended);
    return ended;
  };

  const neededOf = async (due: ReadonlySet<string>): Promise<RecurringJob[]> => {
    const needed: RecurringJob[] = [];
    for (const job of recurring) {
      if (due.has(job.name) && ((await job.isNeeded?.()) ?? true)) needed.push(job);
    }
    return needed;
  };

  const look = async (): Promise<Promise<void>[]> => {
    if (inFlight.size > 0) await renewClaims(db, [...inFlight.keys()], now());
    if (!isListed) await insertRecurring(db, recurring, now());
    isListed = true;
    const due = await findDueNames(db, [...recurring.map(({ name }) => name), ...known], now());
    const begun: Promise<void>[] = [];
    const names = (await neededOf(due)).map(({ name }) => name);
    for (const claim of await claimRecurring(db, names, now())) {
      const job = recurring.find(({ name }) => name === claim.name);
      if (job) begun.push(begin(claim, () => runRecurring(job, claim)));
    }
    const claim = known.some((name) => due.has(name)) ? await claimChunked(db, known, now()) : null;
    const job = chunked.find(({ name }) => name === claim?.name);
    if (job && claim) {
      begun.push(begin(claim, () => runChunked({ db, now, ending: ending.signal, pause }, job, claim)));
    }
    return begun;
  };

  const lookQuietly = async (): Promise<void> => {
    try {
      await look();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) onError('look for jobs', error);
      hasFailed = true;
    } finally {
      looking = null;
    }
  };
  const lookOnce = (): void => {
    looking ??= lookQuietly();
  };

  return {
    look,
    start: () => {
      lookOnce();
      // Waiting for the next time keeps no process alive.
      timer = setInterval(lookOnce, LOOK_MS).unref();
    },
    runDue: async () => {
      for (let begun = await look(); begun.length > 0; begun = await look()) await Promise.all(begun);
    },
    stop: async () => {
      clearInterval(timer);
      ending.abort();
      await looking;
      await Promise.all(inFlight.values());
    },
  };
};
