import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { exportOutbox, listNationalities, refreshAdminToken } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressAnswers } from './headers.ts';

const LONG = Array.from({ length: 200 }, (_, id) => ({ id: String(id), nationality: 'GHANAIAN' }));
const SHORT = LONG.slice(0, 2);

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  await app.register(async (scope) => {
    await compressAnswers(scope);
    scope.get('/list', { config: { endpoint: listNationalities } }, async () => LONG);
    scope.get('/short', { config: { endpoint: listNationalities } }, async () => SHORT);
    scope.get('/session', { config: { endpoint: refreshAdminToken } }, async () => LONG);
    scope.get('/file', { config: { endpoint: exportOutbox } }, async (_request, reply) =>
      reply.type('text/csv').send('GHANAIAN\r\n'.repeat(1_000)),
    );
    scope.get('/photo', async (_request, reply) => reply.type('image/jpeg').send(Buffer.alloc(10_000)));
  });
});
afterAll(() => app.close());

const get = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a long list is sent as %s to who takes that, and is the same list', async (encoding, open) => {
  const response = await get('/list', encoding);
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers.vary).toMatch(/accept-encoding/i);
  expect(JSON.parse(open(response.rawPayload).toString())).toEqual(LONG);
  expect(response.rawPayload.length).toBeLessThan(JSON.stringify(LONG).length / 2);
});

test('who does not ask for it gets the list as it is', async () => {
  expect((await get('/list', 'identity')).json()).toEqual(LONG);
});

test('a short answer is not worth it, a photo is compressed already, and a list’s file goes out as it is', async () => {
  expect((await get('/file', 'br')).headers['content-encoding']).toBeUndefined();
  expect((await get('/short', 'br')).headers['content-encoding']).toBeUndefined();
  expect((await get('/photo', 'br')).headers['content-encoding']).toBeUndefined();
});

test('an answer with a session’s tokens is never compressed, so that its length tells nothing of them', async () => {
  const response = await get('/session', 'br');
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.json()).toEqual(LONG);
});
