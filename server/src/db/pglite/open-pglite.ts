import { join } from 'node:path';
import { StartRefusal } from '#lib/start-refusal.ts';
import type { OpenDatabase } from '../open.ts';
import { openEngine } from './engine.ts';
import { ensureDatabase } from './first-database.ts';
import { lockFolder } from './folder-lock.ts';
import { fromEngine } from './from-engine.ts';
import { setAside } from './spare-space.ts';
import { keepUp } from './upkeep.ts';

/**
 * Opens the embedded engine on `dataDir`, for this process alone, with every commit on the disk before it is
 * acknowledged. Throws a `StartRefusal` when the folder is in use, its disk is full, or its database does not open.
 */
export const openPglite = async (dataDir: string): Promise<OpenDatabase> => {
  const unlock = lockFolder(dataDir);
  try {
    const spare = setAside(join(dataDir, 'spare'));
    if (!spare.restore()) throw new StartRefusal(`The disk of ${dataDir} is full: make room and start again`);
    const folder = join(dataDir, 'database');
    await ensureDatabase(folder, spare);
    const engine = await openEngine(folder, spare);
    const upkeep = keepUp(engine, spare);
    const { db, close } = fromEngine(engine);
    return {
      db,
      close: async () => {
        upkeep.stop();
        await close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
};
