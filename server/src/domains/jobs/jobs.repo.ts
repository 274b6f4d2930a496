import type { failedJobList, ListQuery } from '@banbo/contract';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { countRows } from '#db/records.ts';

export type JobProgress = Pick<
  Selectable<Tables['jobs']>,
  'status' | 'done' | 'total' | 'note' | 'failure' | 'attempts' | 'due_at' | 'ended_at'
>;

/** Due by PostgreSQL's clock, since the queueing server's may be ahead. */
export const atOnce = (now: Date) => sql<Date>`least(${now}::timestamptz, clock_timestamp())`;

export const insertJob = async (
  tx: Tx,
  { name, input, queuedBy, now }: { name: string; input: string; queuedBy: string | null; now: Date },
): Promise<string> => {
  const job = { name, input, queued_by: queuedBy, due_at: atOnce(now), created_at: now };
  const { id } = await tx.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow();
  return id;
};

/** Adds the recurring jobs that have no row yet, due at once. */
export const insertRecurring = async (
  db: Db,
  jobs: readonly { name: string; everyMs: number }[],
  now: Date,
): Promise<void> => {
  if (jobs.length === 0) return;
  await db
    .insertInto('jobs')
    .values(
      jobs.map(({ name, everyMs }) => ({ name, every_ms: String(everyMs), due_at: atOnce(now), created_at: now })),
    )
    .onConflict((conflict) =>
      conflict
        .column('name')
        .where('every_ms', 'is not', null)
        .doUpdateSet((eb) => ({ every_ms: eb.ref('excluded.every_ms') })),
    )
    .execute();
};

export const jobProgress = async (db: Db, id: string): Promise<JobProgress | null> =>
  (await db
    .selectFrom('jobs')
    .select(['status', 'done', 'total', 'note', 'failure', 'attempts', 'due_at', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** Cancels an unfinished job; a running chunk is rolled back. False if it has ended. */
export const cancelJob = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ status: 'cancelled', hold: null, server: null, ended_at: now, input: '{}', position: null })
    .where('id', '=', id)
    .where('every_ms', 'is', null)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Removes jobs that ended before the moment. */
export const deleteEndedJobs = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('jobs').where('ended_at', '<', before).execute();
};

const CLOCK_COLUMNS = ['seen_at', 'ahead_at', 'behind_since'] as const;

/** The database's own clock. */
export const databaseClock = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  return rows[0]?.now ?? new Date();
};

export type KnownTime = Pick<Selectable<Tables['server_clock']>, (typeof CLOCK_COLUMNS)[number]>;

/** Null before the first reading. */
export const knownTime = async (db: Db): Promise<KnownTime | null> =>
  (await db.selectFrom('server_clock').select(CLOCK_COLUMNS).executeTakeFirst()) ?? null;

export const lockKnownTime = async (tx: Tx): Promise<KnownTime | null> =>
  (await tx.selectFrom('server_clock').select(CLOCK_COLUMNS).forUpdate().executeTakeFirst()) ?? null;

/** Stores the known time. If two servers read first at once, either may win. */
export const storeKnownTime = async (tx: Tx, known: KnownTime): Promise<void> => {
  await tx
    .insertInto('server_clock')
    .values(known)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(known))
    .execute();
};

/** The condition of failed jobs, as in their index. */
const HAS_FAILED = sql<SqlBool>`(status = 'failed' OR every_ms IS NOT NULL AND failure <> '')`;

const COLUMNS = [
  ...(['id', 'name', 'every_ms', 'status', 'attempts', 'failure'] as const),
  ...(['due_at', 'created_at', 'begun_at'] as const),
] as const;

export type FailedJobRow = Pick<Selectable<Tables['jobs']>, (typeof COLUMNS)[number]>;

/** How a recurring job ended: `endedWell` is null while it runs, and after a failure. */
export type JobState = { name: string; hasFailed: boolean; endedWell: Date | null };

/** The recurring jobs of all servers. */
export const readJobStates = async (db: Db): Promise<JobState[]> => {
  const rows = await db
    .selectFrom('jobs')
    .select(['name', 'status', 'failure', 'begun_at'])
    .where('every_ms', 'is not', null)
    .execute();
  return rows.map(({ name, status, failure, begun_at }) => ({
    name,
    hasFailed: failure !== '',
    endedWell: status === 'waiting' && failure === '' ? begun_at : null,
  }));
};

export const countFailedJobs = (db: Db): Promise<number> => countRows(db, sql`SELECT FROM jobs WHERE ${HAS_FAILED}`);

export const failedJobsSql: ListSql<ListQuery<typeof failedJobList>, FailedJobRow> = {
  rows: (db) => db.selectFrom('jobs').select(COLUMNS).where(HAS_FAILED),
  filters: {},
  sorts: { tried_at: ['begun_at', 'id'] },
};

export const lockFailedJob = async (tx: Tx, id: string): Promise<FailedJobRow | null> =>
  (await tx.selectFrom('jobs').select(COLUMNS).where('id', '=', id).where(HAS_FAILED).forUpdate().executeTakeFirst()) ??
  null;

/** Makes an idle job due at once with all its attempts; it continues after its last chunk. */
export const retryJob = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('jobs')
    .set({ status: 'waiting', due_at: atOnce(now), attempts: 0, ended_at: null })
    .where('id', '=', id)
    .execute();
};
