import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { startDatabase } from '../../test/harness.ts';
import { connectionTo } from './cluster/make-cluster.ts';
import { openPostgres } from './connection/open-postgres.ts';
import { psqlAddress } from './connection/operator-connection.ts';
import { presenceAmong } from './connection/presence.ts';
import { copyDatabase, refuseBusy } from './copy-database.ts';

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

test('a session of a program that has just ended is waited for', async () => {
  const [ended, looking] = [new pg.Client(named('banbo')), new pg.Client(named('test'))];
  await Promise.all([ended.connect(), looking.connect()]);
  const asked = awaitLater(refuseBusy({ connectionString: url }));
  const moves = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'banbo-move'";
  await expect.poll(async () => (await looking.query(moves)).rows.length).toBe(1);
  await Promise.all([ended.end(), looking.end()]);
  await expect(asked).resolves.toBeUndefined();
});

test('the move itself does not, whatever its address names its connections', async () => {
  await expect(refuseBusy(named('banbo'))).resolves.toBeUndefined();
});

test('partitions are made in the copy, each with its rows', async () => {
  const copy = await startDatabase();
  const { rows: named } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(copy.db);
  await sql`CREATE TABLE positions_2026_11_20 PARTITION OF positions
    FOR VALUES FROM ('2026-11-20 00:00:00+00') TO ('2026-11-21 00:00:00+00')`.execute(database.db);
  await sql`INSERT INTO positions (device_id, fix_at, received_at, latitude, longitude, speed_kmh)
    SELECT n, at, at, 5.5, -0.2, 40 FROM generate_series(1, 3) AS n, (SELECT timestamptz '2026-11-20 23:59:59.5+00' AS at) AS a`.execute(
    database.db,
  );
  const other = { ...connectionTo(inject('socketDir')), database: named[0]?.name };
  const counts = await copyDatabase({ connectionString: url }, other);
  expect(counts.get('positions')).toBe(3);
  const { rows } = await sql`SELECT tableoid::regclass::text AS part, count(*) FROM positions GROUP BY 1`.execute(
    copy.db,
  );
  expect(rows).toEqual([{ part: 'positions_2026_11_20', count: '3' }]);
  await copy.close();
});
