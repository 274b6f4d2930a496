import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { awaitLater } from '#lib/gather.ts';
import { readForms } from '../../src/http/body/multipart.ts';
import { handleErrors } from '../../src/http/errors.ts';
import { logging } from '../../src/http/logging.ts';
import { serveWeb } from '../../src/http/web/serve-web.ts';
import { buildWeb } from '../builders/web-build.ts';

const SCRIPT = '/assets/root-1a2b.js';

let app: FastifyInstance;
let removeWeb: () => void;
let log: string[] = [];
/** Resolves when the app has answered one more request, or given it up. */
let ended: () => Promise<unknown>;

beforeAll(async () => {
  const { folder, remove } = buildWeb();
  removeWeb = remove;
  const stream = new Writable({
    write: (line, _encoding, done) => {
      log.push(String(line));
      done();
    },
  });
  app = Fastify({ logger: { ...logging('warn'), stream } });
  handleErrors(app);
  readForms(app);
  app.post('/json', async () => ({ ok: true }));
  const form = { consumes: ['multipart/form-data'], body: z.strictObject({ file: z.file() }) };
  app.post('/form', { config: { endpoint: { schema: form } as never } }, async () => ({ ok: true }));
  ended = () => once(app.server, 'request').then(([, response]) => once(response, 'close'));
  await serveWeb(app, folder);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  log = [];
});
afterAll(async () => {
  await app.close();
  removeWeb();
});

const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers });

test('a part that a file does not have is answered with 416 and its length, and is nothing to log', async () => {
  const response = await get(SCRIPT, { range: 'bytes=99999999-' });
  expect(response.statusCode).toBe(416);
  expect(response.json()).toMatchObject({ status: false, code: 'range_not_satisfiable' });
  expect(response.headers['content-range']).toBe('bytes */21');
  // The file itself is named after its contents and kept for a year.
  expect(response.headers['cache-control']).toBe('no-store');
  expect(log).toEqual([]);
});

test.each([SCRIPT, '/about'])(
  'another version of %s than there is is answered with 412, and not logged',
  async (url) => {
    for (const headers of [{ 'if-match': '"x"' }, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }]) {
      const response = await get(url, headers);
      expect(response.statusCode).toBe(412);
      expect(response.json()).toMatchObject({ status: false, code: 'precondition_failed' });
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(log).toEqual([]);
  },
);

test.each([
  ['without a boundary', 'multipart/form-data', 'x'],
  ['with an empty boundary', 'multipart/form-data; boundary=', 'x'],
  ['that is no form', 'multipart/form-data; boundary=x', 'x'],
  ['that ends early', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na'],
  ['of parts that are none', 'multipart/form-data; boundary=x', '--x\r\n\r\n--x\r\n'],
])('a form %s is refused, and is nothing to log', async (_name, type, payload) => {
  const response = await app.inject({ method: 'POST', url: '/form', headers: { 'content-type': type }, payload });
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input']);
  expect(log).toEqual([]);
});

const FORM = 'Content-Type: multipart/form-data; boundary=x';
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf of it';

test.each([
  ['a JSON body', '/json', 'Content-Type: application/json', '{"a":'],
  ['a form', '/form', FORM, PART],
  ['a form in the head of a part', '/form', FORM, '--x\r\nContent-Disposition: for'],
])('a client that goes away in the middle of %s is nothing to log', async (_name, url, type, start) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const end = awaitLater(ended());
  socket.write(`POST ${url} HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 10000\r\n\r\n${start}`);
  await once(app.server, 'request');
  socket.resetAndDestroy();
  await end;
  // The log’s line about a request that was given up is written in later turns of the event loop.
  await app.inject('/about');
  expect(log).toEqual([]);
});
