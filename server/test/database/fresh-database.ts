import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectionTo, DATABASE, SUPERUSER } from '../../src/db/cluster/make-cluster.ts';
import type { OpenDatabase } from '../../src/db/connection/open.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import type { PreparingOptions } from '../../src/db/connection/prepared-statements.ts';

/** A database, and further connections to it as another server would open them. */
export type FreshDatabase = OpenDatabase & { another: () => OpenDatabase };

/** Creates and drops databases from a third one, since those two may have no sessions. */
const administer = async (socketDir: string, statement: string): Promise<void> => {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: SUPERUSER });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

/** A migrated and seeded database for one test file, on the PostgreSQL of `socketDir`. */
export const freshDatabase = async (
  socketDir: string,
  options: Partial<PreparingOptions> = {},
): Promise<FreshDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(socketDir, `CREATE DATABASE ${name} TEMPLATE ${DATABASE} OWNER ${DATABASE} STRATEGY file_copy`);
  const another = () => openPool({ ...connectionTo(socketDir), database: name }, options);
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
