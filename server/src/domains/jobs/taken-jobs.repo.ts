import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ChunkEnd } from './define-job.ts';

/** Milliseconds that a hold lasts unless its server renews it. */
export const HOLD_MS = 60_000;

/** The statement's time by PostgreSQL, since servers' clocks differ; or a test's clock. */
export type Clock = (() => Date) | undefined;

const timeOf = (clock: Clock) => (clock ? sql<Date>`${clock()}::timestamptz` : sql<Date>`clock_timestamp()`);

const later = (clock: Clock, ms: number) => sql<Date>`${timeOf(clock)} + ${ms} * interval '1 millisecond'`;

/** Jobs to take: due ones, and those that a wrong clock set too far ahead. */
const isDue = (clock: Clock) => sql<SqlBool>`
  status IN ('waiting', 'running') AND (
    due_at <= ${timeOf(clock)}
    OR ((status = 'running' OR every_ms IS NOT NULL)
      AND due_at > ${timeOf(clock)} + 2 * greatest(coalesce(every_ms, 0), ${HOLD_MS}) * interval '1 millisecond')
  )`;

export const findDueNames = async (db: Db, names: readonly string[], clock: Clock): Promise<Set<string>> => {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .distinct()
    .where('name', 'in', names)
    .where(isDue(clock))
    .execute();
  return new Set(rows.map(({ name }) => name));
};

export type TakenJob = Pick<
  Selectable<Tables['jobs']>,
  'id' | 'name' | 'queued_by' | 'input' | 'attempts' | 'position'
> & { hold: string };

/** `server`: the number of the taking server, or null where others cannot see whether it lives. */
type Taker = { clock: Clock; server: number | null };

const takeWhere = (db: Db, { clock, server }: Taker, names: readonly string[], limit: number): Promise<TakenJob[]> => {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('name', 'in', names)
    .where(isDue(clock))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return (
    db
      .updateTable('jobs')
      .set({
        status: 'running',
        hold: sql<string>`gen_random_uuid()`,
        server,
        // A recurring job that was cut off counts as begun, and is due at its next time.
        due_at: sql<Date>`${timeOf(clock)} + greatest(coalesce(every_ms, 0), ${HOLD_MS}) * interval '1 millisecond'`,
        attempts: sql<number>`attempts + 1`,
        begun_at: timeOf(clock),
      })
      // The planner evaluates an array once; a set might be evaluated for each row, each time with
      // other rows locked.
      .where(sql<SqlBool>`id = ANY (ARRAY(${due}))`)
      .returning(['id', 'name', 'queued_by', 'input', 'attempts', 'position', sql<string>`hold`.as('hold')])
      .execute()
  );
};

export const takeRecurring = async (db: Db, names: readonly string[], taker: Taker): Promise<TakenJob[]> =>
  names.length === 0 ? [] : takeWhere(db, taker, names, names.length);

const CHUNKED_KEY = 7_236_010_115_018;

/** Takes the longest due job or null; a long job delays only its own kind. */
export const takeChunked = (db: Db, names: readonly string[], taker: Taker): Promise<TakenJob | null> =>
  db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(CHUNKED_KEY)})`.execute(tx);
    const running = await tx
      .selectFrom('jobs')
      .select('name')
      .distinct()
      .where('status', '=', sql.lit('running'))
      .where('name', 'in', names)
      .where(sql<SqlBool>`NOT (${isDue(taker.clock)})`)
      .execute();
    const free = names.filter((name) => !running.some((job) => job.name === name));
    return free.length === 0 ? null : ((await takeWhere(tx, taker, free, 1))[0] ?? null);
  });

/** The holds of servers whose end the others can see. */
export const findHolds = (db: Db): Promise<{ hold: string; server: number }[]> =>
  db
    .selectFrom('jobs')
    .select([sql<string>`hold`.as('hold'), sql<number>`server`.as('server')])
    .where('status', '=', sql.lit('running'))
    .where('server', 'is not', null)
    .execute();

/** Ends the holds of ended servers; a recurring job is due at its next time. */
export const endHolds = async (db: Db, holds: readonly string[]): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ due_at: sql<Date>`least(due_at, begun_at + coalesce(every_ms, 0) * interval '1 millisecond')` })
    .where('hold', 'in', holds)
    .execute();
};

/** Renews holds, except lost ones. */
export const renewHolds = async (db: Db, holds: readonly string[], clock: Clock): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ due_at: later(clock, HOLD_MS) })
    .where('hold', 'in', holds)
    .where('due_at', '<', later(clock, HOLD_MS * 0.75))
    .execute();
};

const ofHold = (db: Db, hold: string) => db.updateTable('jobs').where('hold', '=', hold);

/** Stores a chunk's progress; false when the hold was lost and the chunk must be undone. */
export const keepChunk = async (
  tx: Tx,
  hold: string,
  { next, done, total, note = '' }: ChunkEnd<unknown>,
  clock: Clock,
): Promise<boolean> => {
  const progress = { done, note, failure: '', ...(total === undefined ? {} : { total }) };
  const change =
    next === null
      ? { status: 'done' as const, hold: null, server: null, ended_at: timeOf(clock), input: '{}', position: null }
      : { position: JSON.stringify(next), attempts: 1, due_at: later(clock, HOLD_MS) };
  const { numUpdatedRows } = await ofHold(tx, hold)
    .set({ ...progress, ...change })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Releases a job for any server; this counts as no attempt. */
export const giveBackJob = async (db: Db, hold: string, clock: Clock): Promise<void> => {
  await ofHold(db, hold)
    .set({ status: 'waiting', hold: null, server: null, due_at: timeOf(clock), attempts: sql<number>`attempts - 1` })
    .execute();
};

/** Notes a failure; a null `retryMs` fails the job. False when the hold was lost. */
export const noteFailure = async (
  db: Db,
  hold: string,
  { failure, retryMs }: { failure: string; retryMs: number | null },
  clock: Clock,
): Promise<boolean> => {
  const change =
    retryMs === null
      ? { status: 'failed' as const, ended_at: timeOf(clock) }
      : { status: 'waiting' as const, due_at: later(clock, retryMs) };
  const { numUpdatedRows } = await ofHold(db, hold)
    .set({ ...change, hold: null, server: null, failure })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends a recurring run, due `every_ms` after its start. `failure` is empty on success. */
export const endRecurring = async (db: Db, hold: string, failure: string): Promise<void> => {
  await ofHold(db, hold)
    .set({
      status: 'waiting',
      hold: null,
      server: null,
      failure,
      attempts: failure === '' ? 0 : sql<number>`attempts`,
      due_at: sql<Date>`begun_at + every_ms * interval '1 millisecond'`,
    })
    .execute();
};
