import { type Presence, presenceUnseen } from '#db/connection/presence.ts';
import { type ChunkedJob, jobServer, queueJob } from '#domains/jobs';
import { type CountingJob, countingJob } from './counting-job.ts';
import type { FreshDatabase } from './database/fresh-database.ts';

/** Servers that count on a database, and what came of it. */
export const countOn = ({ db, another, close }: FreshDatabase) => {
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  const errors: unknown[] = [];
  const now = () => clock.now;
  const seenServer = (presence: Presence, ...chunked: ChunkedJob[]) =>
    jobServer({
      db,
      now,
      presence,
      chunked,
      findAuthor: async () => null,
      onError: (_, error) => errors.push(error),
      pause: async () => {},
    });
  const queue = (job: CountingJob, count = 3): Promise<string> =>
    db
      .transaction()
      .execute((tx) => queueJob(tx, job, { count, file: 'ama-mensah.csv' }, { by: null, now: clock.now }));
  return {
    db,
    another,
    close,
    clock,
    /** Errors of runs, on any server. */
    errors,
    pass: (ms: number): void => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    /** A server that knows these jobs, and rests no moment between chunks. */
    serverOf: (...chunked: ChunkedJob[]) => seenServer(presenceUnseen(), ...chunked),
    /** The same, which the others see or not as its presence says. */
    seenServer,
    queue,
    /** A job that is held in its second chunk until `go`, on a server that began it. */
    beginHeld: async (presence: Presence = presenceUnseen()) => {
      const gate = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      // Held before its row, since another server that adds the same one would wait for it.
      const before = async ({ position }: { position: number | null }) => {
        if (position !== 1) return;
        reached.resolve();
        await gate.promise;
      };
      const job = countingJob({ before });
      const id = await queue(job);
      const server = seenServer(presence, job);
      const [ended] = await server.poll();
      await reached.promise;
      return { id, server, ended, go: gate.resolve };
    },
    /** The nationalities that were added, in their order. */
    written: async (): Promise<string[]> => {
      const added = db.selectFrom('nationalities').select('nationality').where('nationality', '~', '^[A-Z][0-9]+$');
      return (await added.orderBy('id').execute()).map((row) => row.nationality);
    },
  };
};
