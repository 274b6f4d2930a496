import pg from 'pg';
import { expect, test } from 'vitest';
import { connect, isSupported } from './connect.ts';
import { openPostgres } from './open-postgres.ts';

test('PostgreSQL is supported from 15 on', () => {
  expect(['15.0', '15.6 (Debian 15.6-0)', '18beta1', '100.1'].map(isSupported)).toEqual([true, true, true, true]);
  expect(['14.13 (Ubuntu)', '9.6.24', ''].map(isSupported)).toEqual([false, false, false]);
});

test('a database that does not answer is refused in one line that tells no password', async () => {
  const opening = openPostgres('postgres://banbo:secret@127.0.0.1:1/banbo');
  await expect(opening).rejects.toThrow(/^DATABASE_URL leads to no database: connect ECONNREFUSED 127\.0\.0\.1:1$/);
});

test('having no connection is an error of its own code, so that who asked is told to try again', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/banbo' });
  await expect(connect(pool)).rejects.toMatchObject({ code: '08001', message: 'connect ECONNREFUSED 127.0.0.1:1' });
});
