import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { Channel } from './channel.ts';

/** First key of the lock that shows that a server lives; the second is the server's number. */
export const LIVES = 723_601;
/** PostgreSQL's integers are signed. */
const NUMBERS = 2 ** 31;
/**
 * Milliseconds for which a server must be away before it counts as ended. One whose connection was
 * cut, but which lives, is there again within a fraction of this.
 */
const AWAY_MS = 2_000;

/** The servers on one database, as one of them sees them. */
export type Presence = {
  /** The number of this server, drawn at its start. */
  own: number;
  /** Shows the others that this server lives. Gives its number, or null if they cannot see it. */
  appear: () => Promise<number | null>;
  /**
   * Finds those of these servers that have ended, from which others may take over; never one that
   * lives. Where a further one is away and may have ended, it is to be asked about again after
   * `askAgainMs` milliseconds; null where none is.
   */
  ended: (servers: Iterable<number | null>) => Promise<{ ended: Set<number>; askAgainMs: number | null }>;
};

const draw = (): number => randomInt(1, NUMBERS);

const others = (servers: Iterable<number | null>, own: number): Set<number> =>
  new Set([...servers].filter((one) => one !== null && one !== own) as number[]);

/** For a server that has its database to itself, by the lock of its folder: others have ended. */
export const presenceAlone = (): Presence => {
  const own = draw();
  return {
    own,
    appear: async () => own,
    ended: async (servers) => ({ ended: others(servers, own), askAgainMs: null }),
  };
};

/** A server that shows itself to no other and knows of none: holds end by time alone. */
export const presenceUnseen = (): Presence => ({
  own: 0,
  appear: async () => null,
  ended: async () => ({ ended: new Set(), askAgainMs: null }),
});

/** Those of these servers whose connection lives and holds its lock. */
const findPresent = async (db: Db, servers: ReadonlySet<number>): Promise<Set<number>> => {
  const { rows } = await sql<{ server: number }>`
    SELECT objid::int AS server FROM pg_locks
    WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid = ${sql.lit(LIVES)} AND objsubid = 2 AND granted AND objid::int = ANY (${[...servers]}::int[])`.execute(
    db,
  );
  return new Set(rows.map(({ server }) => server));
};

/**
 * One of several servers on a database. It holds a lock on the connection of its channel, which
 * PostgreSQL gives back when that connection ends. `monotonic` gives milliseconds.
 */
export const presenceAmong = (db: Db, channel: Channel, monotonic = (): number => performance.now()): Presence => {
  const own = draw();
  /** When a server was first seen to be away. */
  const awaySince = new Map<number, number>();
  const endedOf = (servers: ReadonlySet<number>, present: ReadonlySet<number>): Set<number> => {
    const now = monotonic();
    const ended = new Set<number>();
    for (const server of servers) {
      const since = awaySince.get(server) ?? now;
      if (present.has(server)) awaySince.delete(server);
      else awaySince.set(server, since);
      if (!present.has(server) && now - since >= AWAY_MS) ended.add(server);
    }
    return ended;
  };
  return {
    own,
    // Shared, since a connection that was lost may hold it for a while.
    appear: async () => ((await channel.hold(`SELECT pg_advisory_lock_shared(${LIVES}, ${own})`)) ? own : null),
    ended: async (servers) => {
      const asked = others(servers, own);
      const ended = asked.size === 0 ? asked : endedOf(asked, await findPresent(db, asked));
      const isUnsure = [...asked].some((one) => awaySince.has(one) && !ended.has(one));
      return { ended, askAgainMs: isUnsure ? AWAY_MS : null };
    },
  };
};
