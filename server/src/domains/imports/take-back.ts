import { type AnyImport, Id, type Permission } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { defineJob, isAtWork, queueJob } from '#domains/jobs';
import type { Author } from '#lib/caller.ts';
import { type AskedOfImport, conflict } from './import-life.ts';
import { jobOf, statusOf } from './import-status.ts';
import type { ImportRow } from './imports.repo.ts';

type Touched<Found> = (db: Db, found: readonly Found[]) => Promise<Iterable<string>>;

type Definition<Found extends { id: string }, Locked extends Found, Touch extends string, Records extends string> = {
  imports: {
    contract: AnyImport;
    find: (db: Db, id: string) => Promise<ImportRow>;
    lock: (tx: Tx, id: string) => Promise<ImportRow>;
    note: (tx: Tx, action: string, row: ImportRow, made: { by: Author; now: Date }, after: object) => Promise<void>;
    repo: { keepTakenBack: (tx: Tx, row: ImportRow) => Promise<unknown> };
  };
  job: string;
  needs: Permission;
  /** The import's records, in sentences and as keys: `drivers`. */
  records: Records;
  /** Records of a chunk, so few that others wait for them for a fraction of a second. */
  chunk: number;
  /** The reasons for which records stay, the weightiest first, and the records that each keeps. */
  touches: Readonly<Record<Touch, Touched<Found>>>;
  count: (db: Db, importId: string) => Promise<number>;
  /** The next current records of an import after a number. */
  next: (db: Db, importId: string, after: string, limit: number) => Promise<Found[]>;
  /** Locks records to the transaction's end, and gives those whole that are current still. */
  lock: (tx: Tx, found: readonly Found[]) => Promise<Locked[]>;
  remove: (tx: Tx, free: readonly Locked[], made: { by: Author; reason: string; now: Date }) => Promise<unknown>;
};

/** Records that are asked about at once. */
const BATCH = 2_000;

/** Takes an import back: a job removes the records that nobody has touched since. */
export const defineTakeBack = <
  Found extends { id: string },
  Locked extends Found,
  Touch extends string,
  const Records extends string,
>(
  definition: Definition<Found, Locked, Touch, Records>,
) => {
  const { imports, records } = definition;
  const { contract, repo, note } = imports;
  const { thing } = contract;

  const touches = Object.entries(definition.touches) as [Touch, Touched<Found>][];
  /** The records that somebody has touched since the import, each with the weightiest reason. */
  const touched = async (db: Db, found: readonly Found[]): Promise<ReadonlyMap<string, Touch>> => {
    const reasons = new Map<string, Touch>();
    for (const [touch, touchedSo] of touches)
      for (const id of await touchedSo(db, found)) reasons.set(id, reasons.get(id) ?? touch);
    return reasons;
  };

  const job = defineJob({
    name: definition.job,
    needs: definition.needs,
    input: z.strictObject({ reason: z.string(), [contract.noun]: Id, [records]: z.int() }) as unknown as z.ZodType<
      { reason: string } & Record<string, unknown>
    >,
    position: z.strictObject({ after: Id, done: z.int() }),
    // Each record is asked again while locked: a payment or a change meanwhile keeps it.
    chunk: async (tx, { input, position, by, now }) => {
      if (!by) throw new Error('A taking back without an author has begun');
      const { after, done: before } = position ?? { after: '0', done: 0 };
      const importId = String(input[contract.noun]);
      const row = await imports.lock(tx, importId);
      const found = await definition.next(tx, importId, after, definition.chunk);
      const locked = await definition.lock(tx, found);
      const kept = await touched(tx, locked);
      const free = locked.filter(({ id }) => !kept.has(id));
      await definition.remove(tx, free, { by, reason: input.reason, now });
      const taken_back = (row.taken_back ?? 0) + free.length;
      const done = before + found.length;
      const last = found.length < definition.chunk ? undefined : found.at(-1);
      await repo.keepTakenBack(tx, { ...row, taken_back, taken_back_at: last ? null : now });
      if (!last) await note(tx, 'taken_back', row, { by, now }, { [records]: taken_back });
      return { next: last ? { after: last.id, done } : null, done, total: Number(input[records]) };
    },
  });

  return {
    job,

    preview: async (db: Db, id: string) => {
      await imports.find(db, id);
      const counts = new Map<Touch, number>();
      let free = 0;
      for (let after: string | undefined = '0'; after !== undefined; ) {
        const found = await definition.next(db, id, after, BATCH);
        const kept = await touched(db, found);
        for (const touch of kept.values()) counts.set(touch, (counts.get(touch) ?? 0) + 1);
        free += found.length - kept.size;
        after = found.length < BATCH ? undefined : found.at(-1)?.id;
      }
      const numbered = (count: number) => ({ [records]: count }) as Record<Records, number>;
      const stays = touches.map(([touch]) => ({ touch, ...numbered(counts.get(touch) ?? 0) }));
      return { ...numbered(free), stays: stays.filter(({ touch }) => counts.has(touch)) };
    },

    /** Queues it; 409 `conflict` while it or the import runs, or where no record is current. */
    start: async (tx: Tx, asked: AskedOfImport & { body: { reason: string } }): Promise<string> => {
      const { id, by, now } = asked;
      const row = await imports.lock(tx, id);
      if (statusOf(row.status, await jobOf(tx, row.job_id)) === 'importing') {
        throw conflict(`This ${thing} is being imported. Please stop that first.`);
      }
      if (isAtWork(await jobOf(tx, row.take_back_job_id))) {
        throw conflict(`The ${records} of this ${thing} are being taken back already.`);
      }
      const count = await definition.count(tx, id);
      if (count === 0) throw conflict(`No ${records.replace(/s$/, '')} of this ${thing} is a current one.`);
      const about = { [records]: count, reason: asked.body.reason };
      const take_back_job_id = await queueJob(tx, job, { [contract.noun]: id, ...about }, { by, now });
      await repo.keepTakenBack(tx, { ...row, take_back_job_id, taken_back_at: null });
      await note(tx, 'take_back', row, { by, now }, about);
      return `The ${records} of this ${thing} are being taken back.`;
    },
  };
};
