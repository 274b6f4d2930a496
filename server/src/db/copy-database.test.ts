import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startDatabase } from '../../test/harness.ts';
import { connectionTo } from './cluster/make-cluster.ts';
import { openPostgres } from './connection/open-postgres.ts';
import { psqlAddress } from './connection/operator-connection.ts';
import { presenceAmong } from './connection/presence.ts';
import { refuseBusy } from './copy-database.ts';

const BUSY = 'A server works on this database: stop all servers first';

let database: Awaited<ReturnType<typeof startDatabase>>;
let url: string;
beforeAll(async () => {
  database = await startDatabase();
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(database.db);
  url = psqlAddress({ ...connectionTo(inject('socketDir')), database: rows[0]?.name }).address;
  // The connection of that question counts as a server's too.
  await endSessions('banbo');
});
afterAll(() => database.close());

const endSessions = async (name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
    [name],
  );
  await client.end();
};

/** The address with an application name, which replaces the one that programs set. */
const named = (name: string) => ({ connectionString: `${url}&application_name=${name}` });

test('a server counts however its address names its connections', async () => {
  const server = await openPostgres(named('office').connectionString);
  try {
    expect(await presenceAmong(server.db, server.channel).appear()).not.toBeNull();
    await expect(refuseBusy({ connectionString: url })).rejects.toThrow(BUSY);
  } finally {
    await server.close();
  }
});

test('the move itself does not, whatever its address names its connections', async () => {
  await expect(refuseBusy(named('banbo'))).resolves.toBeUndefined();
});
