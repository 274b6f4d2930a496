import { addDays } from '@banbo/contract';
import { sql } from 'kysely';
import { inSession } from '#db/connection/pooler.ts';
import type { Db } from '#db/database.ts';

/** Held while partitions are made or dropped, so that two servers do not make the same one. */
const DAYS_LOCK = 7_236_010_115_166;

/** The day of a moment, in Ghana and in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const PREFIX = 'positions_';
const tableOf = (day: string): string => `${PREFIX}${day.replaceAll('-', '_')}`;

/** The days that have a partition, the earliest first. */
export const daysThere = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'positions'::regclass ORDER BY relname COLLATE "C"`.execute(db);
  return rows.map(({ name }) => name.slice(PREFIX.length).replaceAll('_', '-'));
};

/** Makes the partitions of days that lack one. Writers of other days go on meanwhile. */
export const makeDays = async (db: Db, days: readonly string[]): Promise<void> => {
  if (days.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(DAYS_LOCK)})`.execute(tx);
    const there = new Set(await daysThere(tx));
    for (const day of new Set(days)) {
      if (there.has(day)) continue;
      const table = sql.table(tableOf(day));
      // Attaching a table waits for nobody; PARTITION OF would wait for every writer.
      await sql`CREATE TABLE ${table} (LIKE positions INCLUDING ALL)`.execute(tx);
      await sql`ALTER TABLE positions ATTACH PARTITION ${table}
        FOR VALUES FROM (${sql.lit(`${day} 00:00:00+00`)}) TO (${sql.lit(`${addDays(day, 1)} 00:00:00+00`)})`.execute(
        tx,
      );
    }
  });
};

/**
 * Drops the partition of a day whole. Waits two seconds at most for the calls that are under way,
 * since others wait behind it; a later run tries again.
 */
export const dropDay = (db: Db, day: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`SET LOCAL lock_timeout = '2s'`.execute(tx);
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(DAYS_LOCK)})`.execute(tx);
    if (!(await daysThere(tx)).includes(day)) return;
    const table = sql.table(tableOf(day));
    await sql`ALTER TABLE positions DETACH PARTITION ${table}`.execute(tx);
    await sql`DROP TABLE ${table}`.execute(tx);
    await tx.deleteFrom('thinned_days').where('day', '=', day).execute();
  });

/**
 * Gives the space of removed places back to the disk; late reports of that day wait for it. Waits
 * two seconds at most for the calls that are under way, and takes an hour at most.
 */
export const compactDay = (db: Db, day: string): Promise<void> =>
  inSession(() =>
    db.connection().execute(async (connection) => {
      try {
        await sql`SET statement_timeout = '1h'`.execute(connection);
        await sql`SET lock_timeout = '2s'`.execute(connection);
        await sql`VACUUM (FULL, ANALYZE) ${sql.table(tableOf(day))}`.execute(connection);
      } finally {
        await sql`RESET lock_timeout`.execute(connection);
        await sql`RESET statement_timeout`.execute(connection);
      }
    }),
  );

/** True of the error of a day that others held for too long. */
export const isHeld = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/** True of the error of an INSERT into a day without a partition. */
export const lacksDay = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === undefined;
};

/** Knows the days that have partitions, and makes those that are missing. */
export const dayKeeper = (db: Db) => {
  const known = new Set<string>();
  return {
    ensure: async (moments: readonly Date[]): Promise<void> => {
      const missing = [...new Set(moments.map(dayOf))].filter((day) => !known.has(day));
      if (missing.length === 0) return;
      await makeDays(db, missing);
      for (const day of missing) known.add(day);
    },
    /** For a partition that was dropped since. */
    forget: (): void => known.clear(),
  };
};
export type DayKeeper = ReturnType<typeof dayKeeper>;
