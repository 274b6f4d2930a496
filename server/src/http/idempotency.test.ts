import { randomUUID } from 'node:crypto';
import { Done, type Endpoint, errorResponses } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { handleErrors } from './errors.ts';
import { hashBodies, keepIdempotentAnswers } from './idempotency.ts';

let it: TestApp;
let app: FastifyInstance;

const endpointAt = (url: string): Endpoint => ({
  method: 'POST',
  url,
  access: 'public',
  idempotent: true,
  schema: { summary: 'Add a thing', tags: [], response: { 200: Done, ...errorResponses } },
});

/** Adds a nationality, refuses some, and answers with its id: a creation like any other. */
beforeAll(async () => {
  it = await startApp();
  app = Fastify();
  handleErrors(app);
  hashBodies(app);
  keepIdempotentAnswers(app, it);
  for (const url of ['/things', '/others']) {
    app.post<{ Body: { name: string } }>(url, { config: { endpoint: endpointAt(url) } }, (request) =>
      request.inTransaction(async (tx) => {
        const name = request.body.name.toUpperCase();
        if (name.startsWith('BAD')) {
          await tx
            .insertInto('nationalities')
            .values({ nationality: `${name} HALF DONE` })
            .execute();
          throw new Refusal('refused', 'That cannot be.');
        }
        const row = { nationality: `${name} ${randomUUID().toUpperCase()}` };
        return tx.insertInto('nationalities').values(row).returning('id').executeTakeFirstOrThrow();
      }),
    );
  }
  app.post('/forgetful', { config: { endpoint: endpointAt('/forgetful') } }, async () => ({ status: true }));
  app.post('/plain', (request) => request.inTransaction(async () => ({ status: true })));
});
afterAll(async () => {
  await app.close();
  await it.close();
});

const add = (key: string | undefined, name: string, url = '/things') =>
  app.inject({ method: 'POST', url, payload: { name }, headers: key === undefined ? {} : { 'idempotency-key': key } });

const countOf = async (name: string): Promise<number> => {
  const rows = await it.db
    .selectFrom('nationalities')
    .select('id')
    .where('nationality', 'like', `${name.toUpperCase()} %`)
    .execute();
  return rows.length;
};

test('the same key and body get the first answer again, and nothing is done twice', async () => {
  const key = randomUUID();
  const first = await add(key, 'twice');
  const second = await add(key, 'twice');
  expect(first.statusCode).toBe(200);
  expect(second.json()).toEqual(first.json());
  expect(await countOf('twice')).toBe(1);
});

test('the same key with another body is refused, and nothing is done', async () => {
  const key = randomUUID();
  await add(key, 'one body');
  const other = await add(key, 'another body');
  expect(other.statusCode).toBe(422);
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
  expect(await countOf('another body')).toBe(0);
});

test('20 copies sent at once are one effect and one answer', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(key, 'at once')));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await countOf('at once')).toBe(1);
});

test('of different bodies sent at once under one key, one is done', async () => {
  const key = randomUUID();
  const answers = await Promise.all(['race a', 'race b', 'race c'].map((name) => add(key, name)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422, 422]);
  expect(await countOf('race')).toBe(1);
});

test('a refusal undoes what was begun and keeps nothing, so the key can be used again', async () => {
  const key = randomUUID();
  expect((await add(key, 'bad')).statusCode).toBe(422);
  expect(await countOf('bad')).toBe(0);
  expect((await add(key, 'good after all')).statusCode).toBe(200);
});

test('a key is one endpoint’s', async () => {
  const key = randomUUID();
  const here = await add(key, 'here');
  const there = await add(key, 'here', '/others');
  expect(there.statusCode).toBe(200);
  expect(there.json()).not.toEqual(here.json());
});

test('without a key every call is done', async () => {
  await add(undefined, 'no key');
  await add(undefined, 'no key');
  expect(await countOf('no key')).toBe(2);
});

test.each(['short', 'x'.repeat(101), 'has spaces in it, so it is none', 'ключ-ключ-ключ-ключ'])(
  'the key %s is refused',
  async (key) => {
    const response = await add(key, 'never');
    expect(response.statusCode).toBe(400);
    expect(await countOf('never')).toBe(0);
  },
);

test.each([
  ['is idempotent but keeps no answer', '/forgetful'],
  ['keeps an answer but is not idempotent', '/plain'],
])('a handler that %s fails at its first call', async (_, url) => {
  expect((await add(undefined, 'never', url)).statusCode).toBe(500);
});

test('what is kept of an answer cannot be read without its key', async () => {
  const key = randomUUID();
  const { id } = (await add(key, 'sealed')).json() as { id: string };
  const kept = await it.db.selectFrom('idempotency_keys').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(JSON.stringify(kept)).not.toContain(`"id":"${id}"`);
});
