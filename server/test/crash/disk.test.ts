import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { type Answer, postForm, postJson } from './calls.ts';
import { dataFolder, launch, runProduct, type Server, startServer } from './server-process.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

const FULL = 'The server’s disk is full, so nothing was saved. Please try again later.';
const REFUSED = { status: 503, body: { code: 'storage_full', message: FULL } };
const MEGABYTES = 320;

let disk: SmallDisk;
let server: Server;
const startOnDisk = async (): Promise<Server> => startServer(disk.dataDir, {}, disk.prefix);

beforeEach(async () => {
  disk = await makeSmallDisk(MEGABYTES);
  server = await startOnDisk();
});
afterEach(async () => {
  server.kill('SIGKILL');
  await server.end;
  await disk.remove();
});

const register = (fields = {}): Promise<Answer> => postForm(server.address, nextRegistration(fields));
const codeOf = ({ body }: Answer): string => (body.driver as { driver_code: string }).driver_code;
const statusOf = async (path: string): Promise<number> => (await fetch(`${server.address}${path}`)).status;

const untilRefused = (): Promise<void> => expect.poll(() => register(), { timeout: 20_000 }).toMatchObject(REFUSED);
const untilTaken = (): Promise<void> =>
  expect.poll(() => register(), { timeout: 20_000 }).toMatchObject({ status: 201 });

const stop = async (signal: NodeJS.Signals): Promise<void> => {
  server.kill(signal);
  await server.end;
};

const stored = async () => {
  const { dataDir, remove } = dataFolder();
  disk.copyTo(dataDir);
  const found = await readStored(dataDir);
  remove();
  return found;
};

test('a full disk lets everybody read, is said to who writes, and ends with the disk being full', async () => {
  const registration = nextRegistration();
  const driver_code = codeOf(await postForm(server.address, registration));
  const payment = submissionOf({ car_number: registration.car_number, driver_code });
  expect(await postJson(server.address, '/api/payments', payment)).toMatchObject({ status: 201 });

  disk.fill();
  await untilRefused();
  // Also takes the space that the server gave up for PostgreSQL to end well.
  disk.fill();
  expect(await register({ file: await photoJpeg(1, 64) })).toMatchObject(REFUSED);
  expect(await Promise.all(['/api/nationality', '/api/readyz'].map(statusOf))).toEqual([200, 200]);

  disk.empty();
  await untilTaken();
  await stop('SIGTERM');
  const { drivers, payments, photos } = await stored();
  expect(drivers).toContain(driver_code);
  expect(payments).toEqual([payment.transaction_id]);
  expect(photos).toEqual([]);
});

test('a server starts on a disk that filled while it was down, and again after being killed or stopped on it', async () => {
  const driver_code = codeOf(await register());
  await stop('SIGTERM');
  disk.fill();
  server = await startOnDisk();
  await untilRefused();
  expect(await statusOf('/api/nationality')).toBe(200);

  // Starts again and again, with not a byte left: the room for a start is reserved.
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGTERM'] as const) {
    await stop(signal);
    disk.fill();
    server = await startOnDisk();
    expect(await register()).toMatchObject(REFUSED);
    expect(await statusOf('/api/nationality')).toBe(200);
  }

  disk.empty();
  await untilTaken();
  await stop('SIGTERM');
  expect((await stored()).drivers).toContain(driver_code);
});

test('a backup that its disk has no room for is refused in one line, and leaves nothing', async () => {
  disk.fill();
  const folder = join(disk.dataDir, '../backup');
  const { dataDir, remove } = startedFolder();
  onTestFinished(remove);
  const { code, output } = await runProduct('backup', dataDir, [folder], {}, disk.prefix);
  expect({ code, output }).toEqual({
    code: 1,
    output: `${resolve(folder)} could not be written, because the disk is full\n`,
  });
  expect(disk.names()).not.toContain('backup.draft');
});

test('a disk without room for a first database is refused in one line', async () => {
  await stop('SIGTERM');
  const tiny = await makeSmallDisk(100);
  onTestFinished(tiny.remove);
  const { code, output } = await launch(tiny.dataDir, {}, tiny.prefix).end;
  expect(code).toBe(1);
  expect(output).toMatch(/^A new database needs 256 MB in \S+\/data, and (99|100) MB are free: make room\n$/);
});
