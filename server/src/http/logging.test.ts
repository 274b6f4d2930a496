import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withCallId } from '#lib/call-id.ts';
import { nameCalls } from './call-ids.ts';
import { handleErrors } from './errors.ts';
import { logging } from './logging.ts';

let app: FastifyInstance;
let lines: string[] = [];
beforeAll(async () => {
  const stream = { write: (written: string) => lines.push(...written.split('\n').slice(0, -1)) };
  app = Fastify({ logger: { ...logging('debug'), stream } });
  handleErrors(app);
  nameCalls(app);
  app.get('/drivers', async () => ({}));
  app.get('/named', async (request) => {
    app.log.warn('of the app');
    request.log.warn('of the request');
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  lines = [];
});

/** Sends a request byte for byte and returns its log entries. */
const logOf = async (request: string) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(`${request}\r\nConnection: close\r\n\r\n`, 'latin1');
  await text(socket);
  return lines.map((line) => JSON.parse(line));
};

test('a call is logged by method and path, without what was searched for or who may', async () => {
  const entries = await logOf(
    'GET /drivers?search=Ama%20Mensah&mobile_number=0241234567 HTTP/1.1\r\nHost: banbo.example\r\nAuthorization: Bearer a.secret.token\r\nCookie: banbo_staff=family.secret',
  );
  expect(entries[0]).toMatchObject({ req: { method: 'GET', url: '/drivers', remoteAddress: '127.0.0.1' } });
  expect(lines.join()).not.toMatch(/Ama|Mensah|0241234567|secret|banbo_staff/);
});

test('lines of the app within a call or job carry its id, and those of a request carry it once', async () => {
  app.log.warn('of nobody');
  withCallId('job 12', () => app.log.warn('of a job'));
  await logOf('GET /named HTTP/1.1\r\nHost: banbo.example');
  const entries = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(entries.map(({ msg, reqId }) => [msg, reqId])).toEqual([
    ['of nobody', undefined],
    ['of a job', 'job 12'],
    ['of the app', expect.stringMatching(/./)],
    ['of the request', expect.stringMatching(/./)],
  ]);
  expect(entries[2].reqId).toBe(entries[3].reqId);
  for (const line of lines) expect(line.match(/"reqId"/g)?.length ?? 0).toBeLessThan(2);
});

const FORGED = 'x"}%0A\\n{"level":60,"msg":"forged"}';

test.each([
  ['address', `GET /${FORGED}?${FORGED} HTTP/1.1\r\nHost: banbo.example`],
  ['host', `GET /drivers HTTP/1.1\r\nHost: ${FORGED}\u0085${FORGED}`],
  ['agent', `GET /drivers HTTP/1.1\r\nHost: banbo.example\r\nUser-Agent: ${FORGED}\u0085${FORGED}`],
])('a forged %s makes no line and no field of its own', async (_where, request) => {
  const entries = await logOf(request);
  expect(entries.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'incoming request'],
    [30, 'request completed'],
  ]);
  expect(lines.join()).toMatch(/^[ -~]+$/);
});
