import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registration } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVES } from '#db/connection/presence.ts';
import { MIGRATIONS, migrate } from '#db/migration/migrate.ts';
import { startStandIn } from '#integrations/momo/stand-in.ts';
import { awaitLater } from '#lib/gather.ts';
import { LIST_MAPPING, listCsv, nextListed } from '../builders/driver-lists.ts';
import { buildUser, OWN_PAGE, PASSWORD } from '../builders/identity.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { statementForm } from '../builders/statements.ts';
import { submissionOf } from '../builders/submissions.ts';
import { newKey, postForm, postJson } from './calls.ts';
import type { Server } from './server-process.ts';
import { sharedCluster } from './shared-cluster.ts';

// Several servers over one database act as one. Beside these: streams of what changes in
// live.test.ts, alarms in alarms.test.ts, and reports of trackers in city.test.ts.

const { db, start } = sharedCluster();

const sent: { to: string; text: string }[] = [];
const gateway = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  sent.push(JSON.parse(text));
  response.writeHead(202).end('{}');
});
let one: Server;
let other: Server;
const ending: (() => Promise<void>)[] = [];
beforeAll(async () => {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const settings = { SMS_URL: `http://127.0.0.1:${port}/send`, SMS_TOKEN: 'a token' };
  one = await start(settings, (kill) => ending.push(kill));
  other = await start(settings, (kill) => ending.push(kill));
});
afterAll(async () => {
  for (const kill of ending) await kill();
  gateway.closeAllConnections();
  gateway.close();
});

type Headers = Record<string, string>;
const clock = { now: new Date() };

const call = async (server: Server, method: string, url: string, headers: Headers, body?: object) => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${server.address}/api${url}`, {
    method,
    headers: {
      ...OWN_PAGE,
      connection: 'close',
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
  return { status: response.status, body: JSON.parse((await response.text()) || 'null'), cookie };
};

const logIn = (server: Server, username: string, password = PASSWORD) =>
  call(server, 'POST', '/auth/login', {}, { username, password, persist: false });

/** A new user of the role who has signed in at a server: their headers, and their cookies. */
const signedInAt = async (server: Server, role: 'SuperAdmin' | 'SystemAdmin' | 'Operations') => {
  const { username } = await buildUser({ db: db(), clock }, { username: `user.${randomUUID().slice(0, 8)}`, role });
  const { body, cookie } = await logIn(server, username);
  return { username, cookie, headers: { authorization: `Bearer ${body.accessToken}` } };
};

/** The answers of both servers to the same call. */
const statusesOf = async (url: string, headers: Headers): Promise<number[]> => [
  (await call(one, 'GET', url, headers)).status,
  (await call(other, 'GET', url, headers)).status,
];

test('a session is known to each server, and ends on all at the moment of signing out on one', async () => {
  const { headers, cookie } = await signedInAt(one, 'Operations');
  expect(await statusesOf('/auth/profile', headers)).toEqual([200, 200]);
  const renewed = await call(other, 'GET', '/token/admin_refresh_token', { cookie });
  expect(renewed.status).toBe(200);
  const next = { authorization: `Bearer ${renewed.body.accessToken}` };
  expect((await call(one, 'GET', '/auth/logout', { ...next, cookie: renewed.cookie })).status).toBe(200);
  expect(await statusesOf('/auth/profile', next)).toEqual([401, 401]);
  expect((await call(other, 'GET', '/token/admin_refresh_token', { cookie: renewed.cookie })).status).toBe(401);
});

test('wrong passwords count over all servers, and block on all', async () => {
  const { username } = await signedInAt(one, 'Operations');
  expect((await logIn(one, username, 'Wrong@2026')).body).toMatchObject({ login_attempts: 1 });
  expect((await logIn(other, username, 'Wrong@2026')).body).toMatchObject({ login_attempts: 2 });
  expect((await logIn(one, username, 'Wrong@2026')).body).toMatchObject({ account_blocked: true });
  expect((await logIn(one, username)).body).toMatchObject({ code: 'account_blocked' });
  expect((await logIn(other, username)).body).toMatchObject({ code: 'account_blocked' });
});

test('limits that protect somebody count over all servers', async () => {
  const address = { 'x-forwarded-for': '10.9.0.1' };
  const body = { car_number: 'GR 7001-20' };
  const forgot = async (server: Server): Promise<number> =>
    (await call(server, 'POST', '/auth/forgot_member_password', address, body)).status;
  const answers: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) answers.push(await forgot(nth % 2 === 0 ? one : other));
  expect(answers).toEqual(Array(10).fill(200));
  expect([await forgot(one), await forgot(other)]).toEqual([429, 429]);
});

test('a role’s permission holds on every server from the next call, and a setting within seconds', async () => {
  const boss = await signedInAt(one, 'SuperAdmin');
  const { headers } = await signedInAt(other, 'Operations');
  expect(await statusesOf('/contact_messages', headers)).toEqual([403, 403]);
  const change = (fields: object) =>
    call(one, 'PATCH', '/roles/Operations/permissions', boss.headers, {
      ...{ granted: [], withdrawn: [], reason: 'The office works like this.' },
      ...fields,
    });
  expect((await change({ granted: ['contact.answer'] })).status).toBe(200);
  expect(await statusesOf('/contact_messages', headers)).toEqual([200, 200]);
  expect((await change({ withdrawn: ['contact.answer'] })).status).toBe(200);
  expect(await statusesOf('/contact_messages', headers)).toEqual([403, 403]);

  const nameAt = async (server: Server): Promise<string> => (await call(server, 'GET', '/site', {})).body.company_name;
  expect(await nameAt(other)).not.toBe('Akwaaba Safety');
  const { versions } = (await call(one, 'GET', '/site/settings', boss.headers)).body;
  const fields = { company_name: 'Akwaaba Safety', versions: { company_name: versions.company_name ?? '' } };
  expect((await call(one, 'PATCH', '/site/settings', boss.headers, fields)).status).toBe(200);
  expect(await nameAt(one)).toBe('Akwaaba Safety');
  await expect.poll(() => nameAt(other), { interval: 250 }).toBe('Akwaaba Safety');
});

/** Registers a driver at a server. */
const driverAt = async ({ address }: Server, registration: Registration = nextRegistration()) => {
  const { status, body } = await postForm(address, registration);
  expect(status).toBe(201);
  return { ...registration, ...(body.driver as { car_number: string; driver_code: string }) };
};

const waitingForLocks = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
  return rows[0]?.count ?? 0;
};

/** Holds payments up until the work has its answers; gives what it gave. */
const whilePaymentsWait = async <T>(work: (release: () => void) => Promise<T>): Promise<T> => {
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = awaitLater(
    db()
      .transaction()
      .execute(async (tx) => {
        await sql`LOCK TABLE payments IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
        locked.resolve();
        await released.promise;
      }),
  );
  await locked.promise;
  try {
    return await work(released.resolve);
  } finally {
    released.resolve();
    await holding;
  }
};

const paymentsOf = async (transactionId: string): Promise<number> =>
  (await db().selectFrom('payments').select('id').where('transaction_id', '=', transactionId).execute()).length;

test('a repeat that goes to the other server gets the same answer, also while the first is at work', async () => {
  const submission = submissionOf(await driverAt(one));
  const key = newKey();
  const [first, second] = await whilePaymentsWait(async (release) => {
    const asked = awaitLater(postJson(one.address, '/api/payments', submission, key));
    await expect.poll(waitingForLocks).toBe(1);
    const again = awaitLater(postJson(other.address, '/api/payments', submission, key));
    await expect.poll(waitingForLocks).toBe(2);
    release();
    return [await asked, await again];
  });
  expect(first.status).toBe(201);
  expect(second).toEqual(first);
  expect(await postJson(other.address, '/api/payments', submission, key)).toEqual(first);
  expect(await paymentsOf(submission.transaction_id)).toBe(1);
});

test('a repeat after its server was killed at work is done once, by the other', async () => {
  const hit = await start();
  const submission = submissionOf(await driverAt(one));
  const key = newKey();
  const answer = await whilePaymentsWait(async (release) => {
    const asked = postJson(hit.address, '/api/payments', submission, key).catch(() => null);
    await expect.poll(waitingForLocks).toBe(1);
    hit.kill('SIGKILL');
    expect(await asked).toBeNull();
    const again = awaitLater(postJson(other.address, '/api/payments', submission, key));
    release();
    return again;
  });
  expect(answer.status).toBe(201);
  expect(await paymentsOf(submission.transaction_id)).toBe(1);
});

test('a message is sent once, whichever server’s job sends it', async () => {
  const drivers = [one, other, one, other, one, other].map((server) => driverAt(server));
  await Promise.all(drivers);
  const unsent = async (): Promise<number> =>
    (
      await db()
        .selectFrom('outbox_messages')
        .select('id')
        .where('channel', '=', 'sms')
        .where('status', '=', 'waiting')
        .execute()
    ).length;
  await expect.poll(unsent, { interval: 250 }).toBe(0);
  const texts = sent.map(({ to, text }) => `${to} ${text}`);
  expect(texts.length).toBeGreaterThanOrEqual(6);
  expect(new Set(texts).size).toBe(texts.length);
});

const LINES = 3_000;

test('an import goes on at another server where its own is killed, and makes each driver once', async () => {
  await Promise.all(ending.splice(0).map((kill) => kill()));
  const hit = await start();
  const { headers } = await signedInAt(hit, 'SystemAdmin');
  const list = listCsv(Array.from({ length: LINES }, () => nextListed()));
  const keyed = () => ({ ...headers, 'idempotency-key': newKey() });
  const { body } = await call(hit, 'POST', '/driver_imports', keyed(), statementForm(list, 'drivers.csv'));
  const id: string = body.import_id;
  await call(hit, 'PATCH', `/driver_imports/${id}`, headers, LIST_MAPPING);
  const done = async (): Promise<number> =>
    (await db().selectFrom('driver_records').select('id').where('import_id', '=', id).execute()).length;
  expect((await call(hit, 'POST', `/driver_imports/${id}/import`, keyed())).status).toBe(201);
  await expect.poll(done, { interval: 20 }).toBeGreaterThan(0);
  hit.kill('SIGKILL');
  await hit.end;
  expect(await done()).toBeLessThan(LINES);
  await start();
  await expect.poll(done, { interval: 250 }).toBe(LINES);
});

test('a prompt whose server is killed before the answer is followed by another one, and charges once', async ({
  onTestFinished,
}) => {
  await Promise.all(ending.splice(0).map((kill) => kill()));
  const standIn = await startStandIn();
  onTestFinished(standIn.close);
  const hit = await start(standIn.settings);
  const { car_number, driver_code } = await driverAt(hit);
  standIn.next('ask', 'silent');
  const fee = { car_number, driver_code, payment_type: 'RF', amount: '200.00', payer_number: '0244123456' };
  const asked = await postJson(hit.address, '/api/payments/prompts', fee);
  expect(asked.status).toBe(201);
  await expect.poll(() => standIn.asked().length).toBe(1);
  const next = await start(standIn.settings);
  hit.kill('SIGKILL');
  const prompt = async () => (await call(next, 'GET', `/payments/prompts/${asked.body.reference}`, {})).body;
  await expect.poll(prompt, { interval: 500 }).toMatchObject({ state: 'paid' });
  expect(standIn.asked()).toHaveLength(1);
});

test('on the next version’s schema servers go on, and may be started again; one that needs all stopped waits for their end', async ({
  onTestFinished,
}) => {
  await Promise.all(ending.splice(0).map((kill) => kill()));
  const running = await start();
  const folder = mkdtempSync(join(tmpdir(), 'banbo-newer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, '9998_next.sql'), 'ALTER TABLE drivers ADD COLUMN notes text');
  const update = () => migrate(db(), async () => {}, folder);
  await update();
  await driverAt(running);
  running.kill('SIGTERM');
  await running.end;
  const again = await start();
  expect(again.output()).toContain(
    'The database is that of a newer version (9998_next), with which this one can work.',
  );
  await driverAt(again);

  writeFileSync(join(folder, '9999_last.sql'), '-- needs: all servers stopped\nALTER TABLE drivers DROP COLUMN notes');
  const shown = sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_locks WHERE classid = ${sql.lit(LIVES)}`;
  await expect.poll(async () => (await shown.execute(db())).rows[0]?.count).toBe(1);
  const refusal = () => update().then(() => 'updated', String);
  expect(await refusal()).toContain('(9999_last), and another server runs: stop them, then start this one');
  again.kill('SIGTERM');
  await again.end;
  expect(await refusal()).toBe('updated');
  await expect(start()).rejects.toThrow('9999_last), which this one cannot work with');
});
