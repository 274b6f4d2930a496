import type { Engine } from './engine.ts';
import type { SpareSpace } from './spare-space.ts';

const EVERY_MS = 10_000;
const QUIET_MS = 2_000;
const LOG_BYTES = 64 * 1024 * 1024;

const LOG_SINCE_CHECKPOINT = `
  SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()`;

// The thresholds of PostgreSQL's own autovacuum.
const TABLES_IN_NEED = `
  SELECT quote_ident(t.schemaname) || '.' || quote_ident(t.relname) AS name
  FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid
  WHERE t.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     OR t.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
     OR t.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
     OR age(c.relfrozenxid) > 150000000
  ORDER BY t.relname`;

const rowsOf = async (engine: Engine, query: string): Promise<Record<string, unknown>[]> => {
  const [result] = await engine.exec(query);
  return (result?.rows ?? []) as Record<string, unknown>[];
};

const isQuiet = (engine: Engine): boolean => performance.now() - engine.usedAt > QUIET_MS;

/** Bounds the log, which decides how much of it a crash leaves to be read at the next start. */
const boundLog = async (engine: Engine): Promise<void> => {
  const [log] = await rowsOf(engine, LOG_SINCE_CHECKPOINT);
  if (Number(log?.bytes) > LOG_BYTES) await engine.exec('CHECKPOINT');
};

/** Vacuums and analyses what needs it, a table at a time and only while nobody asks anything, since all wait for it. */
const tidyTables = async (engine: Engine): Promise<void> => {
  if (!isQuiet(engine)) return;
  // What changed a moment ago may not be counted yet, and would be counted after the vacuum instead.
  await engine.exec('SELECT pg_stat_force_next_flush()');
  for (const { name } of await rowsOf(engine, TABLES_IN_NEED)) {
    if (!isQuiet(engine)) return;
    await engine.exec(`VACUUM (ANALYZE) ${name}`);
  }
};

export type Upkeep = {
  /** Does what is needed now. */
  round: () => Promise<void>;
  stop: () => void;
};

/**
 * Does from time to time what PostgreSQL has background processes for and the embedded engine has not. While the spare
 * space is used up, it also lets nobody write.
 */
export const keepUp = (engine: Engine, spare: SpareSpace): Upkeep => {
  let doneAt = 0;
  let writable = true;
  let running = false;

  const round = async (): Promise<void> => {
    const mayWrite = spare.restore();
    if (mayWrite !== writable) await engine.exec(`SET default_transaction_read_only = ${mayWrite ? 'off' : 'on'}`);
    writable = mayWrite;
    if (!writable || engine.usedAt === doneAt) return;
    const { usedAt } = engine;
    await boundLog(engine);
    await tidyTables(engine);
    if (isQuiet(engine)) doneAt = usedAt;
  };

  const timer = setInterval(() => {
    if (running) return;
    running = true;
    round()
      .catch((error: unknown) => console.error('The upkeep of the embedded database failed:', error))
      .finally(() => {
        running = false;
      });
  }, EVERY_MS).unref();
  return { round, stop: () => clearInterval(timer) };
};
