import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildCaller } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { type OpenRequest, openRequest } from './open-request.ts';

/** Milliseconds between two checks of a receiver, and a file's most checks (`serve-lists.ts`). */
const CHECK_MS = 30_000;
const MOST_CHECKS = 30;

let it: TestApp;
let port: number;
let staff: Record<string, string>;
let accepted: Socket[] = [];
let open: OpenRequest[] = [];

beforeAll(async () => {
  // Fakes only the timer that checks the receiver; the connections and their time are real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  it = await startApp();
  staff = (await buildCaller(it, 'SystemAdmin')).headers;
  await it.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = it.app.server.address() as AddressInfo);
  it.app.server.on('connection', (socket) => accepted.push(socket));
  // So many rows that no buffer on the way holds them, compressed neither.
  await sql`
    INSERT INTO outbox_messages (channel, recipient, subject, body, next_attempt_at, created_at, expires_at)
    SELECT 'mail', 'ama' || n || '@example.com',
      (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, 20) AS part), 'x', now(), now(),
      now() + interval '1 day'
    FROM generate_series(1, 60000) AS n`.execute(it.db);
});
afterEach(() => {
  for (const { socket } of open) socket.destroy();
  [open, accepted] = [[], []];
});
afterAll(async () => {
  vi.useRealTimers();
  await it.close();
});

/** A receiver that reads the beginning of a file and then nothing until it is told to. */
const receive = async (format: 'csv' | 'xlsx'): Promise<{ file: OpenRequest; server: Socket }> => {
  const head = [
    `GET /api/outbox/export?channel=mail&format=${format} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
  ];
  const lines = [...head, ...Object.entries(staff).map(([name, value]) => `${name}: ${value}`)];
  const file = openRequest(port, `${lines.join('\r\n')}\r\n\r\n`);
  open.push(file);
  await expect.poll(file.answer).toContain('200 OK');
  file.socket.pause();
  const [server] = accepted;
  if (!server) throw new Error('The connection is not there');
  return { file, server };
};

/** Resolves once the server passes nothing more on. */
const untilStuck = (server: Socket) =>
  expect
    .poll(async () => {
      const before = server.bytesWritten;
      await delay(100);
      return server.bytesWritten - before;
    })
    .toBe(0);

/** Reads as much as makes the server pass something on. */
const readSome = async ({ socket }: OpenRequest, server: Socket): Promise<void> => {
  const before = server.bytesWritten;
  socket.resume();
  await expect.poll(() => server.bytesWritten, { interval: 1 }).toBeGreaterThan(before);
  socket.pause();
};

const isWhole = (file: OpenRequest): boolean => file.answer().endsWith('\r\n0\r\n\r\n');

/** Sessions of the database that are in the midst of a list. */
const reading = async (): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE 'FETCH%'`.execute(it.db);
  return Number(rows[0]?.count);
};
const save = async () => (await it.app.inject({ url: '/api/outbox/export?channel=sms', headers: staff })).statusCode;

test.each(['csv', 'xlsx'] as const)(
  'a receiver that takes nothing of a %s is cut off, which it sees, and gives back its connection and its place',
  async (format) => {
    const { file, server } = await receive(format);
    await untilStuck(server);
    await expect.poll(reading).toBe(1);
    expect(await save()).toBe(429);
    let looks = 0;
    const look = () => {
      vi.advanceTimersByTime(CHECK_MS);
      looks += 1;
      return server.destroyed;
    };
    await expect.poll(look).toBe(true);
    expect(looks).toBeLessThan(MOST_CHECKS);
    await expect.poll(reading).toBe(0);
    await expect.poll(save).toBe(200);
    file.socket.resume();
    await file.ended;
    expect(isWhole(file)).toBe(false);
  },
);

test('a receiver that takes a little all the time is cut off after a quarter of an hour, and not before', async () => {
  const { file, server } = await receive('csv');
  for (let look = 1; look < MOST_CHECKS; look += 1) {
    await readSome(file, server);
    vi.advanceTimersByTime(CHECK_MS);
    expect(server.destroyed).toBe(false);
  }
  await readSome(file, server);
  vi.advanceTimersByTime(CHECK_MS);
  await expect.poll(() => server.destroyed).toBe(true);
  await expect.poll(reading).toBe(0);
  file.socket.resume();
  await file.ended;
  expect(isWhole(file)).toBe(false);
});

test('a file that is taken in time is whole, and its watch ends with it', async () => {
  const { file } = await receive('csv');
  const watches = vi.getTimerCount();
  file.socket.resume();
  await file.ended;
  expect(isWhole(file)).toBe(true);
  expect(file.answer().match(/ama60000@example\.com/)).not.toBeNull();
  await expect.poll(() => vi.getTimerCount()).toBe(watches - 1);
});

test('a file whose rows come late is not cut off', async () => {
  const { file, server } = await receive('csv');
  await untilStuck(server);
  // Between two batches the caller is looked for anew.
  const holder = await it.db.startTransaction().execute();
  await sql`LOCK TABLE sessions, accounts IN ACCESS EXCLUSIVE MODE`.execute(holder);
  file.socket.resume();
  await untilStuck(server);
  expect(isWhole(file)).toBe(false);
  for (let look = 0; look < 3; look += 1) vi.advanceTimersByTime(CHECK_MS);
  await delay(100);
  expect(server.destroyed).toBe(false);
  await holder.rollback().execute();
  await file.ended;
  expect(isWhole(file)).toBe(true);
});
