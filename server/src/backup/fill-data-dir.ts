import fs from 'node:fs';
import { join } from 'node:path';
import { formatInstant } from '@banbo/contract';
import type { Binaries } from '#db/cluster/binaries.ts';
import { CLUSTER, hasCluster, RESTORED } from '#db/cluster/cluster-folder.ts';
import { allowPassing, chooseRunAs, closeTo, type RunAs } from '#db/cluster/run-as.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import type { OperatorConnection } from '#db/connection/operator-connection.ts';
import { migrate } from '#db/migration/migrate.ts';
import { lockFolder } from '#lib/folder-lock.ts';
import { flush, makeAside, removeDraft } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { seedReference } from '../../seeds/reference.ts';
import { BESIDE_CLUSTER, written } from './data-parts.ts';
import type { LastNumbers } from './last-numbers.ts';
import { type Skipped, skipAfterCopy } from './skip-after-copy.ts';

/** Advice to an operator whose DATA_DIR is in use. */
export const EMPTY_WANTED = 'set DATA_DIR to a new or an empty folder';

/** Moves the parts to their places, the database last: a folder without it is not complete. */
const moveParts = (from: string, to: string): void => {
  for (const name of [...BESIDE_CLUSTER, CLUSTER]) {
    if (!fs.existsSync(join(from, name))) continue;
    fs.renameSync(join(from, name), join(to, name));
    flush(to);
  }
  fs.rmdirSync(from);
};

type Skipping = {
  /** The copy's. */
  moment: string;
  count: number | null;
  beyond: LastNumbers;
};

/** Brings the schema of the opened copy up to date, and has its series skip numbers. */
export const migrateAndSkip = async (
  connection: OperatorConnection['connection'],
  { moment, count, beyond }: Skipping,
): Promise<Skipped> => {
  if (count === 0 && Object.keys(beyond).length === 0) return { words: [], last: {} };
  const { db, close } = openPool(connection);
  try {
    await migrate(db, seedReference);
    const reason = `A backup of ${formatInstant(moment)} was restored.`;
    return await skipAfterCopy(db, { reason, count, beyond, now: new Date() });
  } finally {
    await close();
  }
};

/**
 * Fills a DATA_DIR that holds no data: `fill` puts the parts into a draft, from which they move to
 * their places. PostgreSQL's user can pass through the draft once `fill` opens it.
 */
export const fillDataDir = async (
  dataDir: string,
  binaries: Binaries,
  fill: (draft: string, runAs: RunAs) => Promise<void>,
): Promise<void> => {
  const unlock = lockFolder(dataDir);
  try {
    if (hasCluster(dataDir, binaries.version, EMPTY_WANTED)) {
      throw new StartRefusal(`${dataDir} holds a database already: ${EMPTY_WANTED}`);
    }
    removeDraft(join(dataDir, RESTORED));
    const made = makeAside(join(dataDir, RESTORED), async (draft) => {
      allowPassing(draft);
      const runAs = chooseRunAs(join(draft, CLUSTER), binaries);
      closeTo(draft);
      await fill(draft, runAs);
    });
    await written(dataDir, made);
    moveParts(join(dataDir, RESTORED), dataDir);
  } finally {
    unlock();
  }
};
