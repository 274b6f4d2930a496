import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { connectionTo, DATABASE, SUPERUSER } from '../../src/db/cluster/make-cluster.ts';
import { openDatabase } from '../../src/db/connection/open.ts';
import { psqlAddress } from '../../src/db/connection/operator-connection.ts';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { postForm } from './calls.ts';
import { endServers } from './end-servers.ts';
import { dataFolder, runProduct, type Server, startInVain, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

type Folder = ReturnType<typeof dataFolder>;

const TOKEN_SECRET = 'a secret that only this test has, long enough';

let cluster: ThrowawayCluster;
let filled: Folder;
let ours: Folder;
let others: Folder[];
let servers: Server[];

const start = async (dataDir: string, settings: Record<string, string> = {}): Promise<Server> => {
  const server = await startServer(dataDir, settings);
  servers.push(server);
  return server;
};
const stop = async (server: Server): Promise<string> => {
  server.kill('SIGTERM');
  return (await server.end).output;
};
const another = (folder: Folder): string => {
  others.push(folder);
  return folder.dataDir;
};
const photosIn = (dataDir: string): string[] => readdirSync(join(dataDir, 'files/drivers'));
const inOneLine = (text: string) => ({ code: 1, signal: null, output: `${text}\n` });

/** The DATABASE_URL of a new, empty database. */
const emptyDatabase = async (name: string): Promise<string> => {
  const client = new pg.Client({ host: cluster.socketDir, user: SUPERUSER, database: SUPERUSER });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} OWNER ${DATABASE}`).finally(() => client.end());
  return psqlAddress({ ...connectionTo(cluster.socketDir), database: name }).address;
};

/** Removes the marks, as in a folder of a version without marks. */
const forgetMarks = (dataDir: string): void => {
  rmSync(join(dataDir, 'files/banbo'), { recursive: true });
  rmSync(join(dataDir, 'secrets/banbo-identity'));
};

beforeAll(async () => {
  cluster = await startThrowawayCluster();
  filled = startedFolder();
  const server = await startServer(filled.dataDir);
  const { status } = await postForm(server.address, nextRegistration({ file: await photoJpeg(1, 64) }));
  expect(status).toBe(201);
  server.kill('SIGTERM');
  await server.end;
});
afterAll(async () => {
  filled.remove();
  await cluster.stop();
});
beforeEach(() => {
  ours = dataFolder();
  cpSync(filled.dataDir, ours.dataDir, { recursive: true });
  others = [];
  servers = [];
});
afterEach(async () => {
  for (const { dataDir } of [ours, ...others]) await endServers(servers, dataDir);
  for (const { remove } of [ours, ...others]) remove();
});

test('an empty database beside photos and secrets of another one is refused, and they stay', async () => {
  const { dataDir } = ours;
  const DATABASE_URL = await emptyDatabase('beside_photos');
  const before = photosIn(dataDir);
  expect(before).toHaveLength(1);
  expect(await startInVain(dataDir, { DATABASE_URL })).toEqual(
    inOneLine(
      `The secrets in ${dataDir}/secrets belong to another database: name the two that belong together, or set another DATA_DIR`,
    ),
  );
  expect(await startInVain(dataDir, { DATABASE_URL, TOKEN_SECRET })).toEqual(
    inOneLine(
      `The photos in ${dataDir}/files belong to another database: name the two that belong together, or another place for photos`,
    ),
  );
  forgetMarks(dataDir);
  expect(await startInVain(dataDir, { DATABASE_URL })).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The secrets in ${dataDir}/secrets belong to another database`),
  });
  expect(await startInVain(dataDir, { DATABASE_URL, TOKEN_SECRET })).toEqual(
    inOneLine(
      `Nothing says that the photos in ${dataDir}/files belong to the database, which has none of them: name the two that belong together; npm run adopt if these do`,
    ),
  );
  expect(photosIn(dataDir)).toEqual(before);
});

test('a database that was put beside the photos of another one is refused', async () => {
  const theirs = another(dataFolder());
  await stop(await start(theirs));
  rmSync(join(ours.dataDir, 'database'), { recursive: true });
  renameSync(join(theirs, 'database'), join(ours.dataDir, 'database'));
  expect(await startInVain(ours.dataDir)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The secrets in \S+ belong to another database: .*\n$/),
  });
  expect(await startInVain(ours.dataDir, { TOKEN_SECRET })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The photos in \S+ belong to another database: .*\n$/),
  });
  expect(photosIn(ours.dataDir)).toHaveLength(1);
});

test('a database whose photos are gone is refused, and goes on without them when a person says so', async () => {
  const { dataDir } = ours;
  rmSync(join(dataDir, 'files'), { recursive: true });
  expect(await startInVain(dataDir)).toEqual(
    inOneLine(
      `The database has photos, and there are none in ${dataDir}/files: put them back, or name the place where they are; npm run adopt goes on without them`,
    ),
  );
  expect(await runProduct('adopt', dataDir)).toEqual({
    code: 0,
    output: `The photos in ${dataDir}/files are the database’s from now on.\nIt goes on without 1 that are not there.\n`,
  });
  await stop(await start(dataDir));
});

test('a database of which some photos are gone is refused, and told how many it goes on without', async () => {
  const { dataDir } = ours;
  const [first = ''] = photosIn(dataDir);
  const server = await start(dataDir);
  const { status } = await postForm(server.address, nextRegistration({ file: await photoJpeg(2, 64) }));
  expect(status).toBe(201);
  rmSync(join(dataDir, 'files/drivers', first));
  await stop(server);
  const refusal = `1 of the 2 photos that the database names are not in ${dataDir}/files: put them back from a backup; npm run adopt goes on without them`;
  expect(await startInVain(dataDir)).toEqual(inOneLine(refusal));
  expect(await runProduct('adopt', dataDir)).toEqual({
    code: 0,
    output: `The photos in ${dataDir}/files are the database’s from now on.\nIt goes on without 1 that are not there.\n`,
  });
  await stop(await start(dataDir));
  rmSync(join(dataDir, 'files/drivers'), { recursive: true });
  expect(await startInVain(dataDir)).toMatchObject({ output: expect.stringMatching(/^2 of the 2 photos/) });
});

test('a photo that was given up and put back is missed when it is gone once more', async () => {
  const { dataDir } = ours;
  const [first = ''] = photosIn(dataDir);
  const lost = join(dataDir, 'files/drivers', first);
  const photo = readFileSync(lost);
  rmSync(lost);
  expect(await runProduct('adopt', dataDir)).toMatchObject({ code: 0 });
  writeFileSync(lost, photo);
  await stop(await start(dataDir));
  rmSync(lost);
  expect(await startInVain(dataDir)).toMatchObject({ code: 1 });
});

test('a database whose secrets are gone is refused, and gets new ones when a person says so', async () => {
  const { dataDir } = ours;
  rmSync(join(dataDir, 'secrets'), { recursive: true });
  expect(await startInVain(dataDir)).toEqual(
    inOneLine(
      `The database’s TOKEN_SECRET is not in ${dataDir}/secrets: put it back from a backup, or give it as a setting; npm run adopt -- secrets goes on with a new one, which ends all second factors`,
    ),
  );
  expect(readdirSync(dataDir)).not.toContain('secrets');
  expect(await runProduct('adopt', dataDir, ['secrets'])).toMatchObject({ code: 0 });
  await stop(await start(dataDir));
});

test('photos and secrets from before there were marks get them from the database that has the photos', async () => {
  const { dataDir } = ours;
  forgetMarks(dataDir);
  await stop(await start(dataDir));
  expect(readdirSync(join(dataDir, 'files'))).toEqual(['banbo', 'drivers']);
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['TOKEN_SECRET', 'banbo-identity']);
  await stop(await start(dataDir));
});

test('a person removes all photos that were let go, and no sweep touches those of another database', async () => {
  const { dataDir } = ours;
  const [photo = ''] = photosIn(dataDir);
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  const letGo = [`drivers/${photo}`, ...Array.from({ length: 30 }, (_, n) => `drivers/gone-${n}.jpg`)];
  await db
    .insertInto('unowned_files')
    .values(letGo.map((key) => ({ key, since: new Date(), is_released: true })))
    .execute();
  await close();
  const mark = join(dataDir, 'files/banbo/identity.txt');
  const own = readFileSync(mark);
  writeFileSync(mark, `${randomUUID()}\n`);
  expect(await runProduct('sweep', dataDir)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The photos in ${dataDir}/files belong to another database`),
  });
  expect(photosIn(dataDir)).toEqual([photo]);
  writeFileSync(mark, own);
  expect(await runProduct('sweep', dataDir)).toEqual({
    code: 0,
    output: `31 files were removed from ${dataDir}/files.\n`,
  });
  expect(photosIn(dataDir)).toEqual([]);
});

test('a bucket that does not answer keeps no server from starting, and takes no photo', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const server = await start(ours.dataDir, {
    FILES_S3_BUCKET: 'photos',
    FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_S3_ACCESS_KEY_ID: 'an-id',
    FILES_S3_SECRET_ACCESS_KEY: 'a-secret',
  });
  silent.close();
  silent.closeAllConnections();
  const file = await photoJpeg(2, 64);
  expect(await postForm(server.address, nextRegistration({ file }))).toMatchObject({
    body: { code: 'storage_failed' },
  });
  expect(await postForm(server.address, nextRegistration())).toMatchObject({ status: 201 });
  expect(await stop(server)).toContain(
    'No photo can be stored in the bucket photos until it works again: it gave no answer in 5 seconds\n',
  );
});

test('of servers that start together on one empty database one prints a link for the first SuperAdmin', async () => {
  const DATABASE_URL = await emptyDatabase('several_servers');
  const folders = [1, 2, 3].map(() => another(dataFolder()));
  const started = await Promise.all(folders.map((dataDir) => start(dataDir, { DATABASE_URL, TOKEN_SECRET })));
  const outputs = await Promise.all(started.map((server) => stop(server)));
  expect(outputs.filter((output) => output.includes('#code='))).toHaveLength(1);
  expect(outputs.filter((output) => output.includes('npm run unlock -- superadmin makes a new one.'))).toHaveLength(2);
});
