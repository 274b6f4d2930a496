import fs from 'node:fs';
import { join } from 'node:path';
import { CLUSTER } from '#db/cluster/cluster-folder.ts';

/** Milliseconds that a part of the log may wait: it took up to half a minute to fill before. */
const LATE_MS = 60_000;

/** Milliseconds between two questions of PostgreSQL, which tries again after a minute. */
const ASK_MS = 90_000;

const LOOK_MS = 10_000;

/** The ending of the names by which PostgreSQL marks what is to be archived. */
const FULL = '.ready';

/** The moments of the files of a DATA_DIR's log that PostgreSQL has yet to hand over, by name. */
const waitingFiles = (dataDir: string): Map<string, Date> => {
  const folder = join(dataDir, CLUSTER, 'pg_wal', 'archive_status');
  if (!fs.existsSync(folder)) return new Map();
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(FULL));
  return new Map(
    names.flatMap((name) => {
      const found = fs.lstatSync(join(folder, name), { throwIfNoEntry: false });
      return found ? [[name, found.mtime] as const] : [];
    }),
  );
};

const oldestOf = (moments: Iterable<Date>): Date => new Date(Math.min(...[...moments].map((at) => at.getTime())));

/** Since when the oldest file of the log waits to be kept, and how many do; null for none. */
export const waitingLog = (dataDir: string): { since: Date; count: number } | null => {
  const files = waitingFiles(dataDir);
  return files.size === 0 ? null : { since: oldestOf(files.values()), count: files.size };
};

type Late = { since: Date; why: string };

/**
 * Compares with PostgreSQL itself what waits to be kept, whoever is to blame: `look` tells of a
 * part that has waited for a minute. By `uptime`, since the clock may be set meanwhile.
 */
export const logWatch = (dataDir: string, uptime: () => number) => {
  let seen = new Map<string, number>();
  let askedAt = uptime();
  return {
    /** Notes that PostgreSQL asked for a part to be kept. */
    noteAsked: (): void => {
      askedAt = uptime();
    },
    /** `doing` says in words what is being kept, where something is. */
    look: (doing: string | null): { waiting: { since: Date; what: string } | null; late: Late | null } => {
      const files = waitingFiles(dataDir);
      seen = new Map([...files.keys()].map((name) => [name, seen.get(name) ?? uptime()]));
      if (files.size === 0) return { waiting: null, late: null };
      const since = oldestOf(files.values());
      const backlog = `${files.size} ${files.size === 1 ? 'part' : 'parts'} of the log`;
      const waiting = { since, what: doing ?? backlog };
      const first = Math.min(...seen.values());
      if (uptime() - first < LATE_MS) return { waiting, late: null };
      // A look comes a few seconds after the mark.
      const isAsked = askedAt > first - LOOK_MS && uptime() - askedAt < ASK_MS;
      const unasked = `PostgreSQL does not hand its log over: ${join(dataDir, 'log/postgresql.log')} says why`;
      const slow = `${backlog} ${files.size === 1 ? 'waits' : 'wait'}: ${doing ?? 'more is written than the place takes'}`;
      return { waiting, late: { since, why: isAsked || doing !== null ? slow : unasked } };
    },
  };
};
