import { PGlite, type Results, type Transaction } from '@electric-sql/pglite';
import { StartRefusal } from '#lib/start-refusal.ts';
import { pgliteParsers } from '../types.ts';
import { DurableFs } from './durable-fs.ts';
import { halt } from './halt.ts';
import { PreparingEngine } from './preparing-engine.ts';
import type { SpareSpace } from './spare-space.ts';

/** How the engine leaves a statement that failed; any other exception from it means that it is no longer sound. */
const FAILED_STATEMENT = 100;

const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=32MB', 'max_wal_size=128MB', 'min_wal_size=64MB'].flatMap((one) => [
    '-c',
    one,
  ]),
];

/** The embedded engine, which remembers when it was last asked something. */
export class Engine extends PreparingEngine {
  /** Milliseconds of the clock that `performance.now()` reads. */
  usedAt: number = performance.now();

  override query<T>(...query: Parameters<PGlite['query']>): Promise<Results<T>> {
    this.usedAt = performance.now();
    return super.query<T>(...query);
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.usedAt = performance.now();
    return super.transaction(work);
  }
}

/** The engine swallows its own crashes, PANIC among them, and then answers nonsense or spins. */
const haltWhenUnsound = (engine: Engine, why: () => string): void => {
  const module = engine.Module;
  const guarded = (step: () => void) => () => {
    try {
      step();
    } catch (error) {
      if ((error as { status?: number } | null)?.status === FAILED_STATEMENT) throw error;
      halt(`The embedded database stopped: ${why() || String(error)}`);
    }
  };
  module._PostgresMainLoopOnce = guarded(module._PostgresMainLoopOnce);
  module._PostgresMainLongJmp = guarded(module._PostgresMainLongJmp);
};

/** Opens the database of a folder, making one when the folder is empty. Throws a `StartRefusal` when it cannot. */
export const openEngine = async (folder: string, spare: SpareSpace): Promise<Engine> => {
  let lastWords = '';
  const engine = new Engine({
    fs: new DurableFs(folder, spare),
    startParams: START_PARAMETERS,
    parsers: pgliteParsers,
    onStderr: (line) => {
      const [, grave] = /(?:PANIC|FATAL): +(.*)/.exec(line) ?? [];
      lastWords = grave ?? lastWords;
      return false;
    },
  });
  try {
    await engine.waitReady;
  } catch (error) {
    throw new StartRefusal(`The database in ${folder} does not open: ${lastWords || String(error)}`, { cause: error });
  }
  haltWhenUnsound(engine, () => lastWords);
  return engine;
};
