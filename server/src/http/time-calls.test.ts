import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EndedCall, timeCalls } from './time-calls.ts';

let app: FastifyInstance;
let ended: EndedCall[] = [];
let inFlight = 0;
let answer = Promise.withResolvers<void>();
beforeAll(async () => {
  app = Fastify();
  timeCalls(app, {
    begun: () => {
      inFlight += 1;
    },
    ended: (call) => {
      inFlight -= 1;
      ended.push(call);
    },
  });
  app.post('/things/:id', async () => ({}));
  app.get('/late', () => answer.promise.then(() => ({})));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  ended = [];
  answer = Promise.withResolvers();
});
afterAll(() => app.close());

const open = () => connect((app.server.address() as AddressInfo).port, '127.0.0.1');

test('the time that a caller takes to send is not the server’s', async () => {
  const socket = open();
  const head =
    'POST /things/5 HTTP/1.1\r\nHost: banbo.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  socket.write(head);
  await expect.poll(() => inFlight).toBe(1);
  const waited = performance.now();
  await delay(300);
  socket.write('{}');
  await once(socket, 'data');
  const took = (performance.now() - waited) / 1_000;
  socket.destroy();
  await expect.poll(() => ended).toHaveLength(1);
  expect(ended).toMatchObject([{ route: '/things/:id', method: 'POST', status: '2xx' }]);
  expect(ended[0]?.seconds).toBeLessThan(took - 0.25);
});

test('a caller who leaves before the answer is counted as gone, and no more as in flight', async () => {
  const socket = open();
  socket.write('GET /late HTTP/1.1\r\nHost: banbo.example\r\n\r\n');
  await expect.poll(() => inFlight).toBe(1);
  socket.destroy();
  await expect.poll(() => ended).toMatchObject([{ route: '/late', method: 'GET', status: 'gone' }]);
  expect(inFlight).toBe(0);
  answer.resolve();
});
