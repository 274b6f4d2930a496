import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { StartRefusal } from '#lib/refusal.ts';
import type { Db } from '../database.ts';

// A pooler in transaction mode, such as PgBouncer, gives each transaction any of its connections.
// So what belongs to a session goes to PostgreSQL itself, by DATABASE_SESSION_URL.

const session = new AsyncLocalStorage<boolean>();

/**
 * Runs work whose statements need one session outside of transactions, such as a lock or a setting
 * that lasts. Its connections lead past a pooler.
 */
export const inSession = <T>(work: () => Promise<T>): Promise<T> => session.run(true, work);

/** True within `inSession`. */
export const needsSession = (): boolean => session.getStore() === true;

/**
 * Whether an open connection leads through a pooler: PostgreSQL tells each session the number of
 * its process, with the key to cancel by, and a pooler makes these up.
 */
export const isPooled = async (client: pg.Client | pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return (client as pg.Client & { processID: number | null }).processID !== rows[0]?.pid;
};

/** Throws a `StartRefusal` for a pooler that `setting` leads to. */
export const refusePooler = async (client: pg.Client, setting: string): Promise<void> => {
  if (!(await isPooled(client))) return;
  throw new StartRefusal(`${setting} leads to a pooler such as PgBouncer`, {
    advice:
      setting === 'DATABASE_URL'
        ? 'give the address of PostgreSQL itself too, as DATABASE_SESSION_URL'
        : 'give the address of PostgreSQL itself',
  });
};

/** Held while the user's settings are written: PostgreSQL refuses two who do so at a time. */
const SETTINGS_LOCK = 7_236_010_115_138;

/** Settings of sessions by their names. */
export type SessionSettings = Readonly<Record<string, string | number>>;

const readKept = async (db: Db): Promise<Set<string>> => {
  const { rows } = await sql<{ setting: string }>`
    SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)`.execute(db);
  return new Set(rows.map(({ setting }) => setting.toLowerCase()));
};

/**
 * Keeps settings as those with which sessions of this user begin on this database, since a pooler
 * takes none from its clients. A user may do so for itself. Writes only what differs.
 */
export const keepSettings = (db: Db, settings: SessionSettings): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(SETTINGS_LOCK)})`.execute(tx);
    const kept = await readKept(tx);
    const missing = Object.entries(settings).filter(([name, value]) => !kept.has(`${name}=${value}`.toLowerCase()));
    if (missing.length === 0) return;
    const { rows } = await sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`.execute(tx);
    for (const [name, value] of missing) {
      const statement = `ALTER ROLE CURRENT_USER IN DATABASE ${rows[0]?.name} SET ${name} = ${pg.escapeLiteral(String(value))}`;
      await sql.raw(statement).execute(tx);
    }
  });

/** PostgreSQL's integers are signed. */
const NUMBERS = 2 ** 31;
/** First key of the lock that shows whether two connections lead to one database. */
const SAME = 723_602;

type Seen = { user: string; isSame: boolean };

/** Asks a pooled connection about a lock that a session holds. */
const readPooled = (db: Db): Promise<{ held: Seen; user: string }> =>
  inSession(() =>
    db.transaction().execute(async (tx) => {
      const number = randomInt(1, NUMBERS);
      const { rows: own } = await sql<{ user: string }>`
        SELECT current_user AS user, pg_advisory_xact_lock(${sql.lit(SAME)}, ${sql.lit(number)})`.execute(tx);
      const { rows } = await session.run(false, () =>
        sql<Seen>`SELECT current_user AS user, EXISTS (
          SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ${sql.lit(SAME)}
            AND objid = ${sql.lit(number)} AND objsubid = 2
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        ) AS "isSame"`.execute(db),
      );
      return { held: rows[0] ?? { user: '', isSame: false }, user: own[0]?.user ?? '' };
    }),
  );

/**
 * Throws a `StartRefusal` unless the pooler leads to the same database, and as the same user: the
 * settings that the one session keeps would not hold for the others.
 */
export const refuseOtherDatabase = async (db: Db): Promise<void> => {
  const { held, user } = await readPooled(db);
  if (!held.isSame) throw new StartRefusal('DATABASE_URL and DATABASE_SESSION_URL lead to different databases');
  if (held.user === user) return;
  throw new StartRefusal(
    `DATABASE_URL and DATABASE_SESSION_URL must name the same user, and name ${held.user} and ${user}`,
  );
};

/** Says so where connections that the pooler had before still lack settings. */
export const reportLacking = async (db: Db, settings: SessionSettings): Promise<void> => {
  const names = Object.keys(settings);
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pg_settings
    WHERE name = ANY (${names}::text[]) AND source NOT IN ('database user', 'session')`.execute(db);
  if (rows.length === 0) return;
  console.warn(
    `Connections that the pooler had open lack settings (${rows.map(({ name }) => name).join(', ')}). They get them when it renews them, at once by its command RECONNECT.`,
  );
};
