import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { postForm, postJson } from './calls.ts';
import { countPostgres } from './postgres-processes.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

let dataDir: string;
let remove: () => void;
let elsewhere: ReturnType<typeof dataFolder>;
beforeEach(() => {
  ({ dataDir, remove } = startedFolder());
  elsewhere = dataFolder();
});
afterEach(() => {
  remove();
  elsewhere.remove();
});

/** Runs one of the product's programs to its end, and gives what it printed. */
const run = (name: string, folder: string, args: string[] = [], settings: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, ...settings };
    const program = join(import.meta.dirname, `../../src/${name}.ts`);
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

/** The totals that lists show, and the same counted from the payments. */
const totalsOf = async (folder: string) => {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: folder }));
  const kept = await sql`
    SELECT status, type_code, sum(count)::integer AS count, sum(amount)::text AS amount FROM payment_totals
    WHERE grain = 'all' GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2`.execute(db);
  const counted = await sql`
    SELECT status COLLATE "C" AS status, type_code, count(*)::integer AS count, sum(amount)::text AS amount
    FROM payments GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  await close();
  return { kept: kept.rows, counted: counted.rows };
};

test('a backup taken under load has every write confirmed before it began, and its totals are the sums of its rows', async () => {
  const server = await startServer(dataDir);
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
  const callers = [call(), call()];
  await expect.poll(() => payments.length, { timeout: 20_000 }).toBeGreaterThan(20);
  const before = { drivers: [...drivers], payments: [...payments] };
  const backup = join(elsewhere.dataDir, 'backup');
  const made = await run('backup', dataDir, [backup]);
  const during = payments.length - before.payments.length;
  enough = true;
  await Promise.all(callers);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`The backup is in ${backup}: `) });
  expect(during).toBeGreaterThan(0);
  server.kill('SIGTERM');
  await server.end;

  const restored = join(elsewhere.dataDir, 'restored');
  expect(await run('restore', restored, [backup])).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The backup is restored to ${restored}: `),
  });
  const stored = await readStored(restored);
  expect(stored.drivers).toEqual(expect.arrayContaining(before.drivers));
  expect(stored.payments).toEqual(expect.arrayContaining(before.payments));
  expect(stored.photos.length).toBeGreaterThanOrEqual(stored.drivers.length);
  const { kept, counted } = await totalsOf(restored);
  expect(kept).toEqual(counted);
  // Who signed in before goes on being signed in: the secrets came along.
  expect(readdirSync(join(restored, 'secrets'))).toEqual(readdirSync(join(dataDir, 'secrets')));
  const again = await startServer(restored);
  expect((await fetch(`${again.address}/api/readyz`)).status).toBe(200);
  again.kill('SIGTERM');
  await again.end;
});

test('a backup of a server that is stopped works too, and the server starts again after it', async () => {
  const backup = join(elsewhere.dataDir, 'backup');
  expect(await run('backup', dataDir, [backup])).toMatchObject({ code: 0 });
  expect(readdirSync(backup).sort()).toEqual(['database', 'secrets']);
  expect(countPostgres(dataDir)).toBe(0);
  const server = await startServer(dataDir);
  server.kill('SIGTERM');
  expect(await server.end).toMatchObject({ code: 0 });
});

test('a backup is made over nothing, and a restore neither', async () => {
  const held = elsewhere.dataDir;
  writeFileSync(join(held, 'letter'), 'dear sir');
  expect(await run('backup', dataDir, [held])).toEqual({
    code: 1,
    output: `Backing up ${dataDir}…\n${held} holds something: name a new or an empty folder for the backup\n`,
  });
  const backup = join(held, 'backup');
  await run('backup', dataDir, [backup]);
  expect(await run('restore', dataDir, [backup])).toEqual({
    code: 1,
    output: `Restoring ${backup}…\n${dataDir} holds a database already: set DATA_DIR to a new folder\n`,
  });
  expect(await run('restore', held, [backup])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${held} holds backup, letter but no database`),
  });
  expect(readdirSync(held).filter((name) => name !== 'lock')).toEqual(['backup', 'letter']);
});

test('a damaged backup is refused, and nothing of it stays', async () => {
  const backup = join(elsewhere.dataDir, 'backup');
  await run('backup', dataDir, [backup]);
  const file = readdirSync(join(backup, 'database/base'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^\d+$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  // Every table's pages lose their sense; checksums tell.
  for (const one of file) writeFileSync(one, Buffer.alloc(8192, 7));
  const restored = join(elsewhere.dataDir, 'restored');
  const { code, output } = await run('restore', restored, [backup]);
  expect(code).toBe(1);
  expect(output).toMatch(/^Restoring \S+…\nThe copy cannot be opened: .+\n$/);
  expect(existsSync(join(restored, 'database'))).toBe(false);
});

test.each(['backup', 'restore'])('%s says what it needs', async (name) => {
  expect(await run(name, dataDir)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`npm run ${name} -- FOLDER`),
  });
  const server = { DATABASE_URL: 'postgres://localhost/banbo' };
  expect(await run(name, dataDir, [join(elsewhere.dataDir, 'one')], server)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Only the database in DATA_DIR is backed up here: use pg_dump'),
  });
});

test('what works beside a running server reaches its database: unlock, and the address that psql is given', async () => {
  const server: Server = await startServer(dataDir);
  expect(await run('unlock', dataDir, ['superadmin'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('superadmin can sign in again.'),
  });
  const noPsql = join(elsewhere.dataDir, 'bin');
  mkdirSync(noPsql);
  expect(await run('psql', dataDir, [], { PATH: noPsql })).toEqual({
    code: 0,
    output: `There is no psql on this machine. While the server runs, its database is at\npostgresql:///banbo?host=${encodeURIComponent(join(dataDir, 'socket'))}&user=banbo\n`,
  });
  server.kill('SIGTERM');
  await server.end;
  expect(await run('unlock', dataDir, ['superadmin'])).toMatchObject({ code: 0 });
  const empty = join(elsewhere.dataDir, 'empty');
  mkdirSync(empty);
  expect(await run('unlock', empty, ['superadmin'])).toEqual({
    code: 1,
    output: `There is no database in ${empty}: set DATA_DIR\n`,
  });
});
