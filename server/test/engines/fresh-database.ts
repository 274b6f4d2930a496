import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import pg from 'pg';
import type { OpenDatabase } from '../../src/db/open.ts';
import { fromEngine } from '../../src/db/pglite/from-engine.ts';
import { PreparingEngine } from '../../src/db/pglite/preparing-engine.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { pgliteParsers } from '../../src/db/types.ts';
import type { Engine } from './engine.ts';
import { databaseUrl } from './postgres-cluster.ts';

/** A database, and the same as another server reaches it; on the embedded engine, which has one server, as it is. */
export type FreshDatabase = OpenDatabase & { another: () => Promise<OpenDatabase> };

const fromDump = async (dump: string): Promise<FreshDatabase> => {
  const engine = new PreparingEngine({ loadDataDir: await openAsBlob(dump), parsers: pgliteParsers });
  await engine.waitReady;
  const { db, close } = fromEngine(engine);
  return { db, close, another: async () => ({ db, close: async () => {} }) };
};

/** Creating and dropping databases is done from a third one, since nobody may be in those two. */
const administer = async (socketDir: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl(socketDir, 'template1') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

const fromTemplate = async (socketDir: string, template: string): Promise<FreshDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(socketDir, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = databaseUrl(socketDir, name);
  const { db, close } = await openPostgres(url);
  return {
    db,
    another: () => openPostgres(url),
    close: async () => {
      await close();
      await administer(socketDir, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
};

/** A migrated and seeded database that nobody else has, on the project's engine. */
export const freshDatabase = (engine: Engine): Promise<FreshDatabase> =>
  engine.kind === 'pglite' ? fromDump(engine.dump) : fromTemplate(engine.socketDir, engine.template);
