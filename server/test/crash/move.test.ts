import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectionTo, DATABASE, SUPERUSER } from '../../src/db/cluster/make-cluster.ts';
import { psqlAddress } from '../../src/db/connection/operator-connection.ts';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { findOldestBinaries } from '../database/oldest-binaries.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { postForm, postJson } from './calls.ts';
import { endServers } from './end-servers.ts';
import { dataFolder, runProduct, type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

let cluster: ThrowawayCluster;
let ours: ReturnType<typeof dataFolder>;
let other: ReturnType<typeof dataFolder>;
let servers: Server[];
beforeEach(async () => {
  cluster = await startThrowawayCluster(findOldestBinaries() ?? undefined);
  ours = startedFolder();
  other = dataFolder();
  servers = [];
});
afterEach(async () => {
  await endServers(servers, ours.dataDir);
  await cluster.stop();
  for (const { remove } of [ours, other]) remove();
});

const start = async (settings: Record<string, string> = {}): Promise<Server> => {
  const server = await startServer(ours.dataDir, settings);
  servers.push(server);
  return server;
};
const stop = async (server: Server): Promise<void> => {
  server.kill('SIGTERM');
  await server.end;
};
/** Registers a driver with a photo, who reports a payment, and answers the driver code. */
const register = async ({ address }: Server): Promise<string> => {
  const registration = nextRegistration({ file: await photoJpeg(1, 64) });
  const { body } = await postForm(address, registration);
  const { driver_code } = body.driver as { driver_code: string };
  const payment = submissionOf({ car_number: registration.car_number, driver_code });
  expect(await postJson(address, '/api/payments', payment)).toMatchObject({ status: 201 });
  return driver_code;
};

test('a database moves to a server of the oldest PostgreSQL and back, with all that was stored', async () => {
  const DATABASE_URL = psqlAddress(connectionTo(cluster.socketDir)).address;
  const first = await start();
  const codes = [await register(first)];
  expect(await runProduct('move', ours.dataDir, [DATABASE_URL])).toEqual({
    code: 1,
    output: `Another running program uses the folder ${ours.dataDir}: stop it, or set another DATA_DIR\n`,
  });
  await stop(first);
  expect(await runProduct('move', ours.dataDir, [DATABASE_URL])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The database is in \S+: \d+ rows of \d+ tables, counted on both sides\.\n/),
  });
  expect(await runProduct('move', ours.dataDir, [DATABASE_URL])).toEqual({
    code: 1,
    output: 'There are tables in the other database: name an empty one\n',
  });
  const second = await start({ DATABASE_URL });
  codes.push(await register(second));
  expect(await runProduct('move', ours.dataDir, [other.dataDir], { DATABASE_URL })).toEqual({
    code: 1,
    output: 'A server works on this database: stop all servers first\n',
  });
  await stop(second);
  expect(await runProduct('move', ours.dataDir, [other.dataDir], { DATABASE_URL })).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Start the server with DATA_DIR=${other.dataDir}\n`),
  });
  const stored = await readStored(other.dataDir);
  expect(stored.drivers).toEqual(codes.toSorted());
  expect(stored.photos.toSorted()).toEqual(stored.namedPhotos.toSorted());
  expect(stored.payments).toHaveLength(2);
  const client = new pg.Client({ host: cluster.socketDir, user: SUPERUSER, database: DATABASE });
  await client.connect();
  const { rows } = await client.query('SELECT driver_code FROM drivers ORDER BY 1').finally(() => client.end());
  expect(rows.map(({ driver_code }) => driver_code)).toEqual(codes.toSorted());
});
