import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '#db/database.ts';
import { awaitLater } from '#lib/gather.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp, TOKEN_SECRET } from '../../../test/harness.ts';
import { openLive } from '../../../test/live.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { clearOldEvents } from './index.ts';

let it: TestApp;
let address: string;
let admin: Record<string, string>;

const listen = (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' });

beforeAll(async () => {
  it = await startApp();
  address = await listen(it.app);
  admin = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

/** A second server on the same database, with connections of its own. */
const another = async () => {
  const { db, channel, close } = it.another();
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET });
  const app = await buildApp({ config, db, channel, files: it.files, now: () => it.clock.now });
  return {
    app,
    address: await listen(app),
    end: async () => {
      await app.close();
      await close();
    },
  };
};

const sendClaim = async (app: FastifyInstance): Promise<void> => {
  const { driver } = await buildDriver(it);
  const sent = await app.inject({ method: 'POST', url: '/api/payments', payload: submissionOf(driver) });
  expect(sent.statusCode).toBe(201);
};

/** A statement that changes contact messages, without telling the servers of it. */
const touchMessages = (db: Db) => sql`UPDATE contact_messages SET subject = subject`.execute(db);

test('a claim that one server takes is told by another', async () => {
  const other = await another();
  const live = await openLive(other.address, admin);
  expect(live.events[0]).toMatchObject({ name: 'begun', data: { resumed: false } });
  await sendClaim(it.app);
  expect((await live.until('claims')).id).toMatch(/^\d+-\d+$/);
  await other.end();
});

test('a payment type that one server changes, and a price, are told to the whole office by another', async () => {
  const other = await another();
  const { headers } = await buildCaller(it, 'SystemUser');
  const live = await openLive(other.address, headers);
  const payload = { type_code: 'STK', description: 'STICKER' };
  const added = await it.app.inject({ method: 'POST', url: '/api/payment_types', headers: admin, payload });
  expect(added.statusCode).toBe(201);
  const { id } = await live.until('prices');
  live.leave();
  const again = await openLive(other.address, headers, id);
  await sql`UPDATE payment_list SET amount = amount`.execute(it.db);
  await again.until('prices');
  await other.end();
});

test('an event that is committed late is skipped by nobody, and told in its order', async () => {
  const live = await openLive(address, admin);
  await sendClaim(it.app);
  await live.until('claims');
  const began = live.events.at(-1)?.id;
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const late = awaitLater(
    it.db.transaction().execute(async (tx) => {
      await touchMessages(tx);
      written.resolve();
      await gate.promise;
    }),
  );
  await written.promise;
  const { driver } = await buildDriver(it);
  await changePayment(it, await buildPayment(it, submissionOf(driver)), 'clear');
  // A reader who goes on meanwhile is behind neither.
  const between = await openLive(address, admin, began);
  expect(between.events[0]).toEqual({ name: 'begun', id: began, data: { resumed: true } });
  gate.resolve();
  await late;
  for (const one of [live, between]) {
    await one.until('contact_messages');
    await one.until('payments');
    const ids = one.events.flatMap(({ id }) => (id === null ? [] : [id.split('-').map(BigInt)]));
    const sorted = [...ids].sort(([x1 = 0n, i1 = 0n], [x2 = 0n, i2 = 0n]) =>
      x1 === x2 ? Number(i1 - i2) : Number(x1 - x2),
    );
    expect(ids).toEqual(sorted);
    const topics = one.topics();
    expect(topics.indexOf('contact_messages')).toBeLessThan(topics.indexOf('payments'));
  }
});

test('whoever goes on hears all that came since, once, on any server', async () => {
  const live = await openLive(address, admin);
  await sendClaim(it.app);
  const { id } = await live.until('claims');
  live.leave();
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  const other = await another();
  const resumed = await openLive(other.address, admin, id);
  await resumed.until('payments');
  expect(resumed.events[0]?.data.resumed).toBe(true);
  expect(new Set(resumed.topics())).toEqual(new Set(['claims', 'drivers', 'payments']));
  await other.end();
});

test.each(['1-1', '9999999999999999999-1', 'x', '-1', '1-1\t'])(
  'an id that is not kept, %j, begins anew',
  async (id) => {
    expect((await openLive(address, admin, id)).events[0]?.data).toEqual({ resumed: false });
  },
);

test('events of an hour ago are removed, and whoever asks for what came after them looks at everything', async () => {
  const live = await openLive(address, admin);
  await sendClaim(it.app);
  const { id } = await live.until('claims');
  await clearOldEvents(it.db);
  expect((await openLive(address, admin, id)).events[0]?.data.resumed).toBe(true);
  await sql`UPDATE live_events SET at = at - interval '61 minutes'`.execute(it.db);
  await clearOldEvents(it.db);
  expect((await openLive(address, admin, id)).events[0]?.data.resumed).toBe(false);
});

test('the numbers of events are logged, since an unlogged sequence may be unreadable on a standby that takes over', async () => {
  const { rows } = await sql`SELECT relname FROM pg_class WHERE relkind = 'S' AND relpersistence <> 'p'`.execute(it.db);
  expect(rows).toEqual([]);
});

test('a role hears only of what it may see', async () => {
  const clerk = await openLive(address, (await buildCaller(it, 'SystemUser')).headers);
  const live = await openLive(address, admin);
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  await live.until('payments');
  await clerk.until('claims');
  await sendClaim(it.app);
  await expect.poll(() => clerk.topics().filter((topic) => topic === 'drivers').length).toBeGreaterThan(1);
  expect(new Set(clerk.topics())).toEqual(new Set(['drivers', 'claims']));
});

test('jobs are told when somebody queues one or one fails, and not by every run of a recurring one', async () => {
  const live = await openLive(address, admin);
  await sql`INSERT INTO jobs (name, every_ms, due_at, created_at) VALUES ('tick', 1000, now(), now())`.execute(it.db);
  await sql`UPDATE jobs SET due_at = now() WHERE name = 'tick'`.execute(it.db);
  await sendClaim(it.app);
  await live.until('claims');
  expect(live.topics()).not.toContain('jobs');
  await sql`UPDATE jobs SET failure = 'The disk is full' WHERE name = 'tick'`.execute(it.db);
  await live.until('jobs');
});

test('nobody but staff may listen', async () => {
  for (const headers of [{}, (await buildCaller(it, 'Member')).headers]) {
    expect((await it.app.inject({ url: '/api/live', headers })).statusCode).toBeOneOf([401, 403]);
  }
});

test('an account has so many streams at a time, and a place is free again when one is left', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  const open = [];
  for (let n = 0; n < 12; n += 1) open.push(await openLive(address, headers));
  // At each server.
  const refused = await fetch(`${address}/api/live`, { headers });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  await openLive(address, admin);
  open[0]?.leave();
  await vi.waitFor(() => openLive(address, headers), { timeout: 60_000 });
});

describe('a stream ends', () => {
  const closeSession = async (sessionHeaders: Record<string, string>) => {
    const left = await it.app.inject({ method: 'POST', url: '/api/auth/logout_all', headers: sessionHeaders });
    expect(left.statusCode).toBe(200);
  };

  test.each([
    ['with its session', (_id: string, headers: Record<string, string>) => closeSession(headers)],
    [
      'with its role',
      async (id: string) => void (await sql`UPDATE accounts SET role = 'SystemUser' WHERE id = ${id}`.execute(it.db)),
    ],
  ])('%s, at the next look', async (_, change) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { id, headers } = await buildCaller(it, 'SuperUser');
    const live = await openLive(address, headers);
    const kept = await openLive(address, admin);
    await change(id, headers);
    vi.advanceTimersByTime(30_000);
    await live.ended;
    vi.useRealTimers();
    await sendClaim(it.app);
    await kept.until('claims');
  });

  test('when the server does, at once', async () => {
    const other = await another();
    const live = await openLive(other.address, admin);
    const ended = other.end();
    await live.ended;
    await ended;
  });
});

test('a lost connection between the servers is made anew, and whoever listens looks at everything', async () => {
  const live = await openLive(address, admin);
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'banbo live'`.execute(it.db);
    expect(rows.length).toBeGreaterThan(0);
  });
  await live.until('missed');
  await sendClaim(it.app);
  await live.until('claims');
});

test('what changes without a word between the servers is told all the same', async () => {
  const live = await openLive(address, admin);
  await touchMessages(it.db);
  await live.until('contact_messages');
});
