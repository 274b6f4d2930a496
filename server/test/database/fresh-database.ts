import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectionTo, DATABASE, SUPERUSER } from '../../src/db/cluster/make-cluster.ts';
import type { OpenDatabase } from '../../src/db/connection/open.ts';
import { openPool, POOLED_SETTINGS } from '../../src/db/connection/open-postgres.ts';
import { keepSettings } from '../../src/db/connection/pooler.ts';
import type { PreparingOptions } from '../../src/db/connection/prepared-statements.ts';
import { throughPooler } from './pooler.ts';

/** A database, and further connections to it as another server would open them. */
export type FreshDatabase = OpenDatabase & { another: () => OpenDatabase };

/** Creates and drops databases from a third one, since those two may have no sessions. */
const administer = async (socketDir: string, statement: string): Promise<void> => {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: SUPERUSER });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

type Place = { socketDir: string; poolerDir: string | null | undefined; name: string };

/** Connections to the database `name` as a server opens them, also from another process. */
export const openAnother = (
  { socketDir, poolerDir, name }: Place,
  options: Partial<PreparingOptions> = {},
): OpenDatabase => {
  const session = { ...connectionTo(socketDir), database: name };
  return poolerDir ? openPool(throughPooler(poolerDir, name), { ...options, session }) : openPool(session, options);
};

/** As at the start of a server. */
const keepPooledSettings = async (session: pg.PoolConfig): Promise<void> => {
  const { db, close } = openPool(session);
  await keepSettings(db, POOLED_SETTINGS).finally(close);
};

/**
 * A migrated and seeded database for one test file, on the PostgreSQL of `socketDir`, and through
 * the PgBouncer of `poolerDir` if there is one.
 */
export const freshDatabase = async (
  { socketDir, poolerDir = null }: { socketDir: string; poolerDir?: string | null },
  options: Partial<PreparingOptions> = {},
): Promise<FreshDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(socketDir, `CREATE DATABASE ${name} TEMPLATE ${DATABASE} OWNER ${DATABASE} STRATEGY file_copy`);
  const another = () => openAnother({ socketDir, poolerDir, name }, options);
  if (poolerDir) await keepPooledSettings({ ...connectionTo(socketDir), database: name });
  const { close, ...open } = another();
  return {
    ...open,
    another,
    close: async () => {
      await close();
      await administer(socketDir, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
};
