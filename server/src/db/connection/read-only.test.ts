import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { connectionTo } from '../cluster/make-cluster.ts';
import type { Db } from '../database.ts';
import { openPool } from './open-postgres.ts';

let it: TestApp;
let name: string;
beforeEach(async () => {
  it = await startApp();
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(it.db);
  name = rows[0]?.name ?? '';
});
afterEach(() => it.close());

const another = (options = {}) => openPool({ ...connectionTo(inject('socketDir')), database: name }, options);

/** Makes new sessions read only, or lets them write again, and ends the open sessions. */
const setReadOnly = async (db: Db, value: 'on' | 'off'): Promise<void> => {
  await sql`SET default_transaction_read_only = off`.execute(db);
  await sql`ALTER DATABASE ${sql.id(name)} SET default_transaction_read_only = ${sql.raw(value)}`.execute(db);
};
const cutOthers = (db: Db) =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);

const MESSAGE = { name: 'Kofi', email: 'kofi@example.com', subject: 'Fitting', message: 'When?' };
const send = () => it.app.inject({ method: 'POST', url: '/api/contact_messages', payload: MESSAGE });
const insert = (db: Db): Promise<unknown> =>
  sql`INSERT INTO marks VALUES (1)`.execute(db).then(
    () => 'written',
    (error: { code?: string }) => error.code,
  );

test('a database that only lets us read is said to be so, and is written to again as soon as it can be', async () => {
  await sql`CREATE TABLE marks (mark integer)`.execute(it.db);
  const operator = another();
  await operator.db.connection().execute(async (db) => {
    await setReadOnly(db, 'on');
    await cutOthers(db);
    await expect.poll(() => insert(it.db)).toBe('25006');
    const many = await Promise.all(Array.from({ length: 16 }, () => insert(it.db)));
    expect(new Set(many)).toEqual(new Set(['25006']));
    const refused = await send();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json()).toMatchObject({
      code: 'busy',
      message: 'The database only lets us read at the moment, so nothing was saved. Please try again in a moment.',
    });
    expect((await it.app.inject('/api/nationality')).statusCode).toBe(200);
    await setReadOnly(db, 'off');
  });
  // The sessions of the read-only time are still open, and stay read only for as long as they live.
  await expect.poll(() => insert(it.db)).toBe('written');
  await expect
    .poll(() => Promise.all(Array.from({ length: 16 }, () => insert(it.db))))
    .toEqual(Array(16).fill('written'));
  expect((await send()).statusCode).toBe(201);
  await operator.close();
});

test('where our own ban on writing refuses, for a full disk, the error is that of a full disk', async () => {
  await sql`CREATE TABLE marks (mark integer)`.execute(it.db);
  let room = true;
  const own = another({ mayWrite: () => room });
  expect(await insert(own.db)).toBe('written');
  room = false;
  expect(await insert(own.db)).toBe('53100');
  expect((await sql`SELECT mark FROM marks`.execute(own.db)).rows).toEqual([{ mark: 1 }]);
  room = true;
  expect(await insert(own.db)).toBe('written');
  await own.close();
});
