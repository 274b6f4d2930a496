import { connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Refusal } from '#lib/refusal.ts';
import { answerError, handleErrors } from './errors.ts';
import { logging } from './logging.ts';

const SECRET = 'password=hunter2 at /srv/banbo/db.ts';
const MB = 1024 * 1024;

const databaseError = (code: string) => Object.assign(new Error(SECRET), { code });

const THROWN: Record<string, unknown> = {
  error: new Error(SECRET),
  text: SECRET,
  nothing: null,
  refusal: new Refusal('conflict', 'That is taken.'),
  busy: new Refusal('busy', 'Too much at a time.'),
  unstorable: databaseError('22021'),
  full: databaseError('53100'),
  'a disk that fails': databaseError('58030'),
  'too many open files': databaseError('EMFILE'),
  deadlock: databaseError('40P01'),
  unknown: databaseError('42P01'),
  row: Object.assign(databaseError('23514'), {
    constraint: 'drivers_car_key_check',
    detail: 'Failing row contains (Ama Mensah)',
    params: ['Ama Mensah'],
  }),
  'nothing in a row': databaseError('23502'),
  'a division by zero': databaseError('22012'),
  'a row that went': databaseError('23503'),
};

let app: FastifyInstance;
let log: Record<string, unknown>[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write: (line, _encoding, done) => {
      log.push(JSON.parse(String(line)));
      done();
    },
  });
  app = Fastify({ logger: { ...logging('warn'), stream }, bodyLimit: 1000, frameworkErrors: answerError });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  app.get('/throw/:what', async ({ params }) => {
    throw THROWN[(params as { what: string }).what];
  });
  app.get('/broken-file', async (_request, reply) => {
    reply.header('content-encoding', 'gzip').header('content-disposition', 'attachment; filename="payments.csv"');
    throw new Error(SECRET);
  });
  app.get('/wrong-answer', { schema: { response: { 200: z.object({ a: z.string() }) } } }, async () => ({ b: SECRET }));
  app.post('/form', { schema: { body: z.strictObject({ car_number: z.string() }) } }, async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  log = [];
});
afterAll(() => app.close());

const post = (payload: string, contentType = 'application/json') =>
  app.inject({ method: 'POST', url: '/form', payload, headers: { 'content-type': contentType } });

test('an error in place of a file is neither compressed nor saved under its name', async () => {
  const { headers } = await app.inject('/broken-file');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).not.toHaveProperty('content-disposition');
  expect(headers['content-type']).toMatch(/^application\/json/);
});

test.each(['error', 'text', 'nothing', 'unknown'])(
  'what nobody foresaw (%s) is one sentence to the caller and whole in the log, under the request’s id',
  async (what) => {
    const response = await app.inject(`/throw/${what}`);
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      status: false,
      success: false,
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      request_id: response.headers['x-request-id'],
    });
    expect(log).toHaveLength(1);
    expect(log[0]).toMatchObject({ level: 50, reqId: response.headers['x-request-id'] });
    expect(JSON.stringify(log[0])).toContain(what === 'nothing' ? 'null' : SECRET);
  },
);

test('a failed statement is logged without the values it was given', async () => {
  await app.inject('/throw/row');
  expect(log).toMatchObject([{ level: 40, err: { code: '23514', constraint: 'drivers_car_key_check' } }]);
  expect(JSON.stringify(log)).not.toContain('Ama Mensah');
});

test('an answer that breaks its own schema leaks nothing of itself', async () => {
  const response = await app.inject('/wrong-answer');
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('hunter2');
  expect(log).toHaveLength(1);
});

test('a refusal leaves as it is and is nothing to log', async () => {
  const response = await app.inject('/throw/refusal');
  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({ status: false, success: false, code: 'conflict', message: 'That is taken.' });
  expect(log).toEqual([]);
});

test('a call for which there is no room is told when to come back, and is nothing to log', async () => {
  const response = await app.inject('/throw/busy');
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('2');
  expect(log).toEqual([]);
});

test.each([
  ['unstorable', 400, 'invalid_input', undefined],
  ['row', 400, 'invalid_input', undefined],
  ['nothing in a row', 400, 'invalid_input', undefined],
  ['a division by zero', 400, 'invalid_input', undefined],
  ['a row that went', 409, 'conflict', undefined],
  ['full', 503, 'storage_full', '60'],
  ['a disk that fails', 503, 'storage_failed', '60'],
  ['too many open files', 503, 'busy', '2'],
  ['deadlock', 503, 'busy', '2'],
])('what the database refuses (%s) is a %i, logged, and its words stay inside', async (what, status, code, seconds) => {
  const response = await app.inject(`/throw/${what}`);
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ code });
  expect(response.headers['retry-after']).toBe(seconds);
  expect(response.body).not.toContain('hunter2');
  expect(JSON.stringify(log)).toContain('hunter2');
});

test.each([
  ['{"car_number": ', 'invalid_input'],
  ['', 'invalid_input'],
  ['null', 'invalid_input'],
  ['[]', 'invalid_input'],
  ['{"__proto__": {"admin": true}, "car_number": "GR 1"}', 'invalid_input'],
  ['{"constructor": {"prototype": {"admin": true}}, "car_number": "GR 1"}', 'invalid_input'],
  ['[['.repeat(400), 'invalid_input'],
])('the body %s is refused as unreadable or unfit', async (payload, code) => {
  const response = await post(payload);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ status: false, code });
  expect(log).toEqual([]);
});

test('a field that is not known is named in a sentence', async () => {
  const response = await post('{"car_number": "GR 1234-20", "role": "SuperAdmin"}');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    status: false,
    success: false,
    code: 'invalid_input',
    message: 'This does not take role.',
    issues: [{ path: 'body', message: 'This does not take role.' }],
  });
});

test('a field that is not filled in is named by its path', async () => {
  expect((await post('{}')).json()).toMatchObject({
    message: 'Please give the car number.',
    issues: [{ path: 'body.car_number', message: 'Please give the car number.' }],
  });
});

test.each(['text/xml', 'image/png', 'nonsense'])('a body of type %s is refused with 415', async (type) => {
  const response = await post('<a/>', type);
  expect(response.statusCode).toBe(415);
  expect(response.json()).toMatchObject({ code: 'unsupported_media' });
});

test('an address that cannot be read is refused like any other bad input', async () => {
  const response = await app.inject('/throw/%E0%A4%A');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ status: false, code: 'invalid_input' });
});

/** Sends a request's head, then as much body as the server takes; gives answer and bytes sent. */
const upload = (head: string, chunk: string, megabytes: number): Promise<{ answer: string; sent: number }> =>
  new Promise((resolve, reject) => {
    const address = app.server.address();
    if (typeof address !== 'object' || !address) return reject(new Error('not listening'));
    const socket = connect(address.port, '127.0.0.1');
    let answer = '';
    let sent = 0;
    const more = (): void => {
      while (sent < megabytes * MB && !socket.destroyed) {
        sent += chunk.length;
        if (!socket.write(chunk)) {
          socket.once('drain', more);
          return;
        }
      }
    };
    socket.on('data', (data) => {
      answer += data;
    });
    // The server closes on a sender who goes on, which the sender may see as a reset.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ answer, sent }));
    socket.write(head);
    more();
  });

const HEAD = 'POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

test.each([
  ['that says so', `${HEAD}Content-Length: ${50 * MB}\r\n\r\n`, 'x'.repeat(MB)],
  ['in pieces', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, `${MB.toString(16)}\r\n${'x'.repeat(MB)}\r\n`],
])('a body of 50 MB %s is refused with 413 and not read to its end', async (_how, head, chunk) => {
  const { answer, sent } = await upload(head, chunk, 50);
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).toContain('"code":"too_large"');
  expect(sent).toBeLessThan(50 * MB);
});
