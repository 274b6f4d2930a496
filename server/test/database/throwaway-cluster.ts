import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../../src/db/cluster/binaries.ts';
import { CLUSTER, makeSocketFolder } from '../../src/db/cluster/cluster-folder.ts';
import { makeCluster } from '../../src/db/cluster/make-cluster.ts';
import { startPostmaster } from '../../src/db/cluster/postmaster.ts';
import { postmasterLog } from '../../src/db/cluster/postmaster-log.ts';
import { allowPassing, chooseRunAs, type RunAs } from '../../src/db/cluster/run-as.ts';
import { settingArguments, settingsFor } from '../../src/db/cluster/settings.ts';

export type ThrowawayCluster = {
  /** The folder of its Unix socket; it has no port. */
  socketDir: string;
  /** The user of its programs, who alone can enter that folder. */
  runAs: RunAs;
  /** The folder of its data. */
  folder: string;
  stop: () => Promise<void>;
};

const MEMORY_MB = 1024;

/** The cluster does not outlive the run, so its data need not reach the disk. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
const FOR_TESTS = ['max_connections=200', 'log_min_messages=fatal'];

/**
 * A PostgreSQL for this run in a temporary folder, from `bin` or the installed programs. It ends
 * with this process. `settings` override the product's; `prepare` gets the folder before the start.
 */
export const startThrowawayCluster = async (
  bin?: string,
  settings: readonly string[] = [...NOT_DURABLE, ...FOR_TESTS],
  memory = MEMORY_MB,
  prepare: (folder: string, runAs: RunAs) => void | Promise<void> = () => {},
): Promise<ThrowawayCluster> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'banbo-postgres-'));
  allowPassing(dataDir);
  const folder = join(dataDir, CLUSTER);
  const binaries = findBinaries(bin);
  const runAs = chooseRunAs(folder, binaries);
  await makeCluster(folder, binaries, runAs);
  await prepare(folder, runAs);
  const socket = makeSocketFolder(dataDir, runAs);
  const own = settingArguments(settingsFor(memory, binaries.version));
  const { stop } = await startPostmaster({
    folder,
    socketDir: socket.folder,
    binaries,
    runAs,
    settings: [...own, ...settings.flatMap((one) => ['-c', one])],
    log: postmasterLog(join(dataDir, 'log')),
  });
  return {
    socketDir: socket.folder,
    runAs,
    folder,
    stop: async () => {
      await stop();
      socket.remove();
      rmSync(dataDir, { recursive: true });
    },
  };
};
