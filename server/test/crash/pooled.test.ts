import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectionTo, SUPERUSER } from '#db/cluster/make-cluster.ts';
import type { OpenDatabase } from '#db/connection/open.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { setCompany } from '../builders/company.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { type Pooler, poolerAddress, startPooler, throughPooler } from '../database/pooler.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { openLive } from '../live.ts';
import { newKey, postForm, postJson } from './calls.ts';
import { dataFolder, runProduct, type Server, startInVain, startServer } from './server-process.ts';
import { signInAt } from './sign-in.ts';

// Servers that reach their PostgreSQL through PgBouncer in transaction mode.

let cluster: ThrowawayCluster;
let pooler: Pooler;
let database: OpenDatabase;
let folder: { dataDir: string; remove: () => void };
beforeAll(async () => {
  cluster = await startThrowawayCluster();
  pooler = await startPooler(cluster);
  database = openPool(connectionTo(cluster.socketDir));
  folder = dataFolder();
});
afterAll(async () => {
  await database.close();
  await pooler.stop();
  await cluster.stop();
  folder.remove();
});

const itself = (user = 'banbo', name = 'banbo') => `postgres://${user}@localhost/${name}?host=${cluster.socketDir}`;
const through = () => poolerAddress(pooler.poolerDir);

const start = async (): Promise<Server> => {
  const server = await startServer(folder.dataDir, {
    DATABASE_URL: through(),
    DATABASE_SESSION_URL: itself(),
    TOKEN_SECRET: 'a secret that two servers share, long enough',
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.end;
  });
  return server;
};

const refusal = async (settings: Record<string, string>): Promise<string> => {
  const { code, output } = await startInVain(folder.dataDir, settings);
  expect(code).toBe(1);
  return output;
};

const asSuperuser = async (statement: string): Promise<void> => {
  const client = new pg.Client({ host: cluster.socketDir, user: SUPERUSER, database: SUPERUSER });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

test('a pooler that nothing leads past is refused in one line, and so is what does not lead past it', async () => {
  expect(await refusal({ DATABASE_URL: through() })).toBe(
    'DATABASE_URL leads to a pooler such as PgBouncer: give the address of PostgreSQL itself too, as DATABASE_SESSION_URL\n',
  );
  expect(await refusal({ DATABASE_URL: through(), DATABASE_SESSION_URL: through() })).toBe(
    'DATABASE_SESSION_URL leads to a pooler such as PgBouncer: give the address of PostgreSQL itself\n',
  );
  await asSuperuser('CREATE DATABASE other OWNER banbo');
  expect(await refusal({ DATABASE_URL: through(), DATABASE_SESSION_URL: itself('banbo', 'other') })).toBe(
    'DATABASE_URL and DATABASE_SESSION_URL lead to different databases\n',
  );
  expect(await refusal({ DATABASE_URL: through(), DATABASE_SESSION_URL: itself(SUPERUSER) })).toBe(
    'DATABASE_URL and DATABASE_SESSION_URL must name the same user, and name banbo and postgres\n',
  );
});

test('PgBouncer gives each transaction any of its connections', async () => {
  const clients = [1, 2].map(() => new pg.Client(throughPooler(pooler.poolerDir)));
  const pids: number[] = [];
  for (const client of clients) {
    await client.connect();
    pids.push((await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
  }
  for (const client of clients) await client.end();
  expect(new Set(pids).size).toBe(1);
});

test('sessions that PgBouncer opens have the settings of ours, and say the time of day in UTC', async () => {
  await asSuperuser("ALTER DATABASE banbo SET timezone = 'Asia/Tokyo'");
  await asSuperuser('ALTER DATABASE banbo SET jit = on');
  // Connections that the tests before had opened keep the settings of their time.
  await pooler.kill();
  await pooler.start();
  const { kill, end } = await start();
  const client = new pg.Client(throughPooler(pooler.poolerDir));
  await client.connect();
  const { rows } = await client.query(`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('jit', 'enable_memoize', 'statement_timeout', 'TimeZone') ORDER BY lower(name)`);
  await client.end();
  expect(rows.map(({ setting }) => setting)).toEqual(['off', 'off', '15000', 'UTC']);
  kill('SIGTERM');
  expect(await end).toMatchObject({ code: 0 });
});

test('two servers act as one, a PgBouncer that dies costs an answer and nothing else, and commands go past it', async () => {
  const one = await start();
  await setCompany(database.db);
  const other = await start();
  const headers = await signInAt(one.address, database.db);
  const live = await openLive(one.address, headers);

  const registration = nextRegistration();
  const asked = await Promise.all([one, other, one, other].map(({ address }) => postForm(address, registration)));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  const made = asked.find(({ status }) => status === 201)?.body as { driver: { driver_code: string } } | undefined;
  const driver_code = made?.driver.driver_code ?? '';
  const claim = submissionOf({ driver_code, car_number: registration.car_number });
  const key = newKey();
  expect((await postJson(other.address, '/api/payments', claim, key)).status).toBe(201);
  await live.until('claims');

  await pooler.kill();
  const refused = await postJson(one.address, '/api/payments', claim, key);
  expect(refused).toMatchObject({
    status: 503,
    body: { message: 'The service is not available for a moment. Please try again.' },
  });
  await pooler.start();
  const readyOf = async ({ address }: Server) => (await fetch(`${address}/api/readyz`)).status;
  await expect.poll(() => readyOf(one)).toBe(200);
  await expect.poll(() => readyOf(other)).toBe(200);
  expect((await postJson(one.address, '/api/payments', claim, key)).status).toBe(201);
  const { count } = await database.db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe('1');
  expect((await fetch(`${other.address}/api/payments`, { headers })).status).toBe(200);

  const checked = await runProduct('totals:check', folder.dataDir, [], {
    DATABASE_URL: through(),
    DATABASE_SESSION_URL: itself(),
  });
  expect(checked).toMatchObject({ code: 0 });
});
