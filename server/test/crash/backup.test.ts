import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/connection/open.ts';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { shippedProgram } from '../builders/shipped-program.ts';
import { submissionOf } from '../builders/submissions.ts';
import { readTotals } from '../totals.ts';
import { postForm, postJson } from './calls.ts';
import { endServers } from './end-servers.ts';
import { countPostgres } from './postgres-processes.ts';
import { dataFolder, runProduct, type Server, startInVain, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

let dataDir: string;
let remove: () => void;
let elsewhere: ReturnType<typeof dataFolder>;
let servers: Server[];
beforeEach(() => {
  ({ dataDir, remove } = startedFolder());
  elsewhere = dataFolder();
  servers = [];
});
afterEach(async () => {
  await endServers(servers, dataDir);
  remove();
  elsewhere.remove();
});

const start = async (folder: string): Promise<Server> => {
  const server = await startServer(folder);
  servers.push(server);
  return server;
};

/** The totals that lists show, and the same summed up from their rows. */
const totalsOf = async (folder: string) => {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: folder }));
  const totals = await readTotals(db);
  await close();
  return totals;
};

test('a backup taken under load has every write confirmed before it began, and its totals are the sums of its rows', async () => {
  const server = await start(dataDir);
  const photo = await photoJpeg(1, 64);
  const drivers: string[] = [];
  const payments: string[] = [];
  let enough = false;
  const call = async (): Promise<void> => {
    while (!enough) {
      const registration = nextRegistration({ file: photo });
      const { body } = await postForm(server.address, registration);
      const { driver_code } = body.driver as { driver_code: string };
      drivers.push(driver_code);
      const payment = submissionOf({ car_number: registration.car_number, driver_code });
      expect(await postJson(server.address, '/api/payments', payment)).toMatchObject({ status: 201 });
      payments.push(payment.transaction_id);
    }
  };
  const callers = awaitLater(Promise.all([call(), call()]));
  await expect.poll(() => payments.length, { timeout: 300_000 }).toBeGreaterThan(20);
  const before = { drivers: [...drivers], payments: [...payments] };
  const backup = join(elsewhere.dataDir, 'backup');
  const made = await runProduct('backup', dataDir, [backup]);
  const during = payments.length - before.payments.length;
  enough = true;
  await callers;
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`The backup is in ${backup}: `) });
  expect(during).toBeGreaterThan(0);
  server.kill('SIGTERM');
  await server.end;

  const restored = join(elsewhere.dataDir, 'restored');
  const said = await runProduct('restore', restored, [backup]);
  expect(said).toMatchObject({ code: 0, output: expect.stringContaining(`The backup is restored to ${restored}: `) });
  expect(said.output).toMatch(
    /^Numbers that may have been given out after .+ are skipped, and so are those of all records:\n {2}receipts R000001 to R010000$/m,
  );
  const second = await runProduct('restore', join(elsewhere.dataDir, 'second'), [backup]);
  expect(second.output).toMatch(/^ {2}receipts R000001 to R020000$/m);
  const stored = await readStored(restored);
  expect(stored.drivers).toEqual(expect.arrayContaining(before.drivers));
  expect(stored.payments).toEqual(expect.arrayContaining(before.payments));
  expect(stored.photos).toEqual(expect.arrayContaining(stored.namedPhotos));
  const { kept, summed } = await totalsOf(restored);
  expect(kept).toEqual(summed);
  // The secrets came along, so sessions go on.
  expect(readdirSync(join(restored, 'secrets'))).toEqual(readdirSync(join(dataDir, 'secrets')));
  const again = await start(restored);
  expect((await fetch(`${again.address}/api/readyz`)).status).toBe(200);
  // Drivers who registered after the copy have their codes.
  const { body } = await postForm(again.address, nextRegistration({ file: photo }));
  const { driver_code } = body.driver as { driver_code: string };
  expect(driver_code > (drivers.toSorted().at(-1) ?? '')).toBe(true);
  again.kill('SIGTERM');
  await again.end;
});

test('a backup is made over nothing, and a restore neither', async () => {
  const held = elsewhere.dataDir;
  writeFileSync(join(held, 'letter'), 'dear sir');
  expect(await runProduct('backup', dataDir, [held])).toEqual({
    code: 1,
    output: `${held} holds something: name a new or an empty folder for the backup\n`,
  });
  const backup = join(held, 'backup');
  await runProduct('backup', dataDir, [backup]);
  expect(await runProduct('restore', dataDir, [backup])).toEqual({
    code: 1,
    output: `${dataDir} holds a database already: set DATA_DIR to a new or an empty folder\n`,
  });
  expect(await runProduct('restore', held, [backup])).toMatchObject({
    code: 1,
    output: `${held} holds backup, letter but no database: set DATA_DIR to a new or an empty folder\n`,
  });
  expect(readdirSync(held).filter((name) => name !== 'lock')).toEqual(['backup', 'letter']);
});

test('a backup with a damaged page, or a shorter table, is refused in one line, and nothing of it stays', async () => {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  await sql`CREATE TABLE lines AS SELECT n, repeat('x', 300) AS line FROM generate_series(1, 1000) AS n`.execute(db);
  await sql`CREATE INDEX ON lines (n)`.execute(db);
  // After this an index alone could answer a count.
  await sql`VACUUM ANALYZE lines`.execute(db);
  const { rows } = await sql<{ path: string }>`SELECT pg_relation_filepath('lines') AS path`.execute(db);
  await close();
  const backup = join(elsewhere.dataDir, 'backup');
  expect(await runProduct('backup', dataDir, [backup])).toMatchObject({ code: 0 });
  const restored = join(elsewhere.dataDir, 'restored');
  const refusal = async (): Promise<string> => {
    const { code, output } = await runProduct('restore', restored, [backup]);
    expect(code).toBe(1);
    expect(readdirSync(restored)).toEqual(['lock']);
    return output;
  };
  const table = join(backup, 'database', rows[0]?.path ?? '');
  const file = openSync(table, 'r+');
  writeSync(file, Buffer.alloc(8, 7), 0, 8, 3 * 8192 + 4096);
  closeSync(file);
  expect(await refusal()).toMatch(/^The copy cannot be opened: invalid page in block 3 of relation .+\n$/);
  truncateSync(table, 8192);
  expect(await refusal()).toBe(
    `The backup ${backup} is damaged: the table lines has 24 rows of 1000. Restore another one\n`,
  );
});

test('a folder that a server works on is no backup, and a backup is no folder for a server to work on', async () => {
  const restored = join(elsewhere.dataDir, 'restored');
  expect(await runProduct('restore', restored, [dataDir])).toEqual({
    code: 1,
    output: `${dataDir} is no backup: name a folder that npm run backup made\n`,
  });
  const backup = join(elsewhere.dataDir, 'backup');
  await runProduct('backup', dataDir, [backup]);
  expect(await startInVain(backup)).toMatchObject({
    code: 1,
    output: `${backup} is a backup: put it into another folder with npm run restore -- ${backup}\n`,
  });
});

test('a backup is not put where it would be lost, on a folder in use, or where another one is being made', async () => {
  const refusalFor = async (target: string): Promise<string> => {
    const { code, output } = await runProduct('backup', dataDir, [target]);
    expect(code).toBe(1);
    return output;
  };
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  for (const target of [dataDir, join(dataDir, 'files/backup'), join(dataDir, 'database/backup')]) {
    expect(await refusalFor(target)).toBe(
      `${target} is in DATA_DIR, and would be lost with it: name a folder elsewhere\n`,
    );
  }
  const link = join(elsewhere.dataDir, 'link');
  symlinkSync(dataDir, link);
  expect(await refusalFor(join(link, 'backup'))).toContain('is in DATA_DIR');
  writeFileSync(join(elsewhere.dataDir, 'letter'), 'dear sir');
  expect(await refusalFor(join(elsewhere.dataDir, 'letter'))).toContain('is a file: name a new folder');
  const draft = join(elsewhere.dataDir, 'report.draft');
  mkdirSync(draft);
  expect(await refusalFor(join(elsewhere.dataDir, 'report'))).toContain(`${draft} is of a backup that is running`);
  expect(existsSync(draft)).toBe(true);
});

/** Starts a backup, sends it the signal while it copies, and answers its exit code. */
const backupEndedBy = async (signal: 'SIGTERM' | 'SIGKILL', target: string): Promise<number | null> => {
  const child = spawn(process.execPath, [shippedProgram('cli'), 'backup', target], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });
  let over = false;
  const end = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  end.then(() => {
    over = true;
  });
  const began = () => over || existsSync(`${target}.draft/database`);
  await expect.poll(began, { interval: 5 }).toBe(true);
  child.kill(signal);
  return end;
};

test('a backup that is stopped leaves nothing, and neither its PostgreSQL', async () => {
  const target = join(elsewhere.dataDir, 'backup');
  // A backup that finished before the signal came proves nothing.
  while ((await backupEndedBy('SIGTERM', target)) === 0) rmSync(target, { recursive: true });
  expect(readdirSync(elsewhere.dataDir)).toEqual([]);
  await expect.poll(() => countPostgres(dataDir)).toBe(0);
});

test('the next backup removes what a killed one left beside it, and nothing else', async () => {
  const monday = join(elsewhere.dataDir, 'monday');
  while ((await backupEndedBy('SIGKILL', monday)) === 0) rmSync(monday, { recursive: true });
  mkdirSync(join(elsewhere.dataDir, 'letters.draft'));
  expect(readdirSync(elsewhere.dataDir)).toEqual(['letters.draft', 'monday.draft']);
  const { code, output } = await runProduct('backup', dataDir, [join(elsewhere.dataDir, 'tuesday')]);
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`${monday}.draft was left by a backup that was cut off, and is removed.\n`),
  ]);
  expect(readdirSync(elsewhere.dataDir)).toEqual(['letters.draft', 'tuesday']);
  expect(readdirSync(join(elsewhere.dataDir, 'tuesday')).sort()).toEqual([
    'banbo-backup.json',
    'database',
    'files',
    'secrets',
  ]);
});

test.each(['backup', 'restore'])('%s says what it needs', async (name) => {
  const usage = expect.stringContaining(`npm run ${name} -- FOLDER`);
  for (const args of [[], ['one', 'two'], ['-x']]) {
    expect(await runProduct(name, dataDir, args)).toMatchObject({ code: 1, output: usage });
  }
  expect(await runProduct(name, dataDir, ['--help'])).toMatchObject({ code: 0, output: usage });
  const server = { DATABASE_URL: 'postgres://localhost/banbo' };
  expect(await runProduct(name, dataDir, [join(elsewhere.dataDir, 'one')], server)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Only the database in DATA_DIR is backed up here: use pg_dump'),
  });
});

test('what works beside a running server reaches its database: unlock, and the address that psql is given', async () => {
  const server = await start(dataDir);
  expect(await runProduct('unlock', dataDir, ['superadmin'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('superadmin can sign in again.'),
  });
  const noPsql = join(elsewhere.dataDir, 'bin');
  mkdirSync(noPsql);
  expect(await runProduct('psql', dataDir, [], { PATH: noPsql })).toEqual({
    code: 0,
    output: `There is no psql on this machine; any version of it will do. While its server runs, the database is at\npostgresql:///banbo?host=${encodeURIComponent(join(dataDir, 'socket'))}&port=5432&user=banbo&sslmode=disable\n`,
  });
  server.kill('SIGTERM');
  await server.end;
  expect(await runProduct('unlock', dataDir, ['superadmin'])).toMatchObject({ code: 0 });
  const empty = join(elsewhere.dataDir, 'empty');
  mkdirSync(empty);
  expect(await runProduct('unlock', empty, ['superadmin'])).toEqual({
    code: 1,
    output: `There is no database in ${empty}: set DATA_DIR\n`,
  });
});
