import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { tokenKeys } from '#domains/identity';
import { DEMO_COMPANY } from '../../seeds/demo/company.ts';
import { OWN_PAGE } from '../builders/identity.ts';
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
const TOKEN_SECRET = 'a secret by which the test makes a token that is too old';
const startOnDisk = async (settings = {}): Promise<Server> =>
  startServer(disk.dataDir, { TOKEN_SECRET, ...settings }, disk.prefix);

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

const untilRefused = (): Promise<void> => expect.poll(() => register()).toMatchObject(REFUSED);
const untilTaken = (): Promise<void> => expect.poll(() => register()).toMatchObject({ status: 201 });

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

/** A person's browser: what it sends with each call, and the session that it holds. */
const person = () => {
  let cookie = '';
  let token = '';
  const call = async (path: string, body?: object, method = 'POST') => {
    const headers = { ...OWN_PAGE, cookie, authorization: `Bearer ${token}`, connection: 'close' };
    const sent = { method, body: JSON.stringify(body) };
    const answer = await fetch(`${server.address}/api${path}`, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && sent),
    });
    const text = await answer.text();
    for (const line of answer.headers.getSetCookie()) {
      if (/^banbo_(staff|member)=/.test(line)) cookie = line.split(';')[0] ?? '';
    }
    const found = /"accessToken":"([^"]+)"/.exec(text)?.[1];
    if (found) token = found;
    return { status: answer.status, text };
  };
  return {
    call,
    cookie: () => cookie,
    statusOf: async (path: string, body?: object) => (await call(path, body)).status,
    /** Takes an access token of eleven minutes ago in place of the present one. */
    growOld: () => {
      const [header, payload = ''] = token.split('.');
      const tokenPayload = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
      const old = Buffer.from(JSON.stringify({ ...tokenPayload, exp: tokenPayload.exp - 660 })).toString('base64url');
      const signature = createHmac('sha256', tokenKeys(TOKEN_SECRET).access).update(`${header}.${old}`);
      token = `${header}.${old}.${signature.digest('base64url')}`;
    },
  };
};

const ADMIN = 'superadmin';
const PASSWORD = 'Trotro#Kumasi47';
const STAFF = { username: ADMIN, password: PASSWORD };
const RENEWAL = '/token/admin_refresh_token';

/** The first SuperAdmin, signed in by the link that the start prints. */
const signedInAdmin = async () => {
  const code = /#code=(\S+)/;
  await expect.poll(server.output).toMatch(code);
  const [, setup_code] = code.exec(server.output()) ?? [];
  const admin = person();
  expect(await admin.statusOf('/auth/set_admin_password', { email: ADMIN, setup_code, password: PASSWORD })).toBe(200);
  expect(await admin.statusOf('/auth/login', STAFF)).toBe(200);
  return admin;
};

test('a full disk lets everybody read and sign in, is said to who writes, and ends with the disk being full', async () => {
  const registration = nextRegistration();
  const registered = await postForm(server.address, registration);
  const driver_code = codeOf(registered);
  const { car_number } = registration;
  const { setup_code } = registered.body as { setup_code: string };
  const [admin, member] = [await signedInAdmin(), person()];
  expect(await member.statusOf('/auth/set_member_password', { car_number, setup_code, password: PASSWORD })).toBe(200);
  const { versions } = JSON.parse((await admin.call('/site/settings')).text);
  const { momo_numbers } = DEMO_COMPANY;
  const set = await admin.call('/site/settings', { momo_numbers, versions }, 'PATCH');
  expect([set.status, set.text]).toEqual([200, expect.stringContaining('marked as decided alone')]);
  const payment = submissionOf({ car_number: registration.car_number, driver_code });
  expect(await postJson(server.address, '/api/payments', payment)).toMatchObject({ status: 201 });

  disk.fill();
  await untilRefused();
  const found = await admin.call(`/drivers?driver_code=${driver_code}`);
  const record = `/drivers/${(JSON.parse(found.text) as { id: string }[])[0]?.id}`;
  const readAll = async (): Promise<void> => {
    expect(await admin.statusOf(record)).toBe(200);
    expect(await admin.call('/drivers/export')).toMatchObject({
      status: 200,
      text: expect.stringContaining(driver_code),
    });
  };
  const MEMBER = { car_number, driver_code, password: PASSWORD };
  const signInAndOut = async (): Promise<number[]> => [
    await member.statusOf('/auth/member_login', MEMBER),
    await member.statusOf('/auth/logout'),
    await person().statusOf('/auth/login', STAFF),
  ];
  admin.growOld();
  expect(await admin.statusOf(record)).toBe(401);
  const first = admin.cookie();
  expect(await admin.statusOf(RENEWAL)).toBe(200);
  expect(admin.cookie()).not.toBe(first);
  await readAll();
  expect(await signInAndOut()).toEqual([200, 200, 200]);
  // Also takes the space that the server gave up, which gives up more of it.
  disk.fill();
  await expect.poll(signInAndOut).toEqual([200, 200, 200]);

  // Takes the rest, and what the database frees meanwhile: sessions go on, nothing is written.
  await expect
    .poll(() => {
      disk.fill();
      return person().statusOf('/auth/login', STAFF);
    })
    .toBe(503);
  admin.growOld();
  expect(await admin.statusOf(RENEWAL)).toBe(200);
  await readAll();
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

/** The number of the PostgreSQL on the disk, whose own file only its processes see. */
const postmasterOnDisk = (): number => {
  const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const own = all.filter((line) => line.includes(`postgres -D ${join(disk.dataDir, 'database')}`));
  // Others with these words start it, and wait for it.
  return Math.max(...own.map((line) => Number.parseInt(line, 10)));
};

test('PostgreSQL that ends on a disk without a byte left starts again, so that everybody reads', async () => {
  await stop('SIGTERM');
  const elsewhere = dataFolder();
  onTestFinished(elsewhere.remove);
  const place = join(elsewhere.dataDir, 'backups');
  mkdirSync(place);
  server = await startOnDisk({ BACKUP_URL: place });
  const driver_code = codeOf(await register());
  // Fills faster than the server gives up its reserve, and takes all of that too.
  await expect
    .poll(() => {
      disk.fill();
      return person().statusOf('/auth/login', STAFF);
    })
    .toBe(503);
  disk.fill();
  for (let death = 0; death < 2; death += 1) {
    await expect.poll(postmasterOnDisk).toBeGreaterThan(0);
    process.kill(postmasterOnDisk(), 'SIGKILL');
    await expect.poll(() => statusOf('/api/nationality')).toBe(503);
    disk.fill();
    await expect.poll(() => statusOf('/api/nationality')).toBe(200);
  }
  disk.empty();
  await untilTaken();
  await stop('SIGTERM');
  expect((await stored()).drivers).toContain(driver_code);
});

test('a disk that fills lets go the log that waits for a place which is away, and the backups begin anew once it is there', async () => {
  await stop('SIGTERM');
  const elsewhere = dataFolder();
  onTestFinished(elsewhere.remove);
  const place = join(elsewhere.dataDir, 'backups');
  const bases = (): number =>
    readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('/base.zst')).length;
  mkdirSync(place);
  server = await startOnDisk({ BACKUP_URL: place });
  await expect.poll(bases).toBe(1);
  renameSync(place, `${place}-away`);
  await register();
  await expect.poll(() => server.output()).toContain(`Changes are not kept in ${place} now: `);
  expect(server.output()).not.toContain('was let go');
  // Too little to write on; to the last byte, PostgreSQL might end before it asks again.
  disk.fillTo(40);
  await untilRefused();
  await expect.poll(() => server.output(), { timeout: 180_000 }).toContain('The log that waited was let go');
  disk.empty();
  renameSync(`${place}-away`, place);
  await untilTaken();
  await expect.poll(() => server.output(), { timeout: 180_000 }).toContain(`Everything is kept in ${place} again.`);
  await expect.poll(bases, { timeout: 180_000 }).toBe(2);
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
