import type { AddressInfo, Socket } from 'node:net';
import { Writable } from 'node:stream';
import { checkUsername } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { boundBodies } from '../../src/http/body/bodies.ts';
import { handleErrors } from '../../src/http/errors.ts';
import { guard, keepAddresses, readBearers } from '../../src/http/guard.ts';
import { limitCalls } from '../../src/http/limits/in-database.ts';
import { limitsInMemory } from '../../src/http/limits/in-memory.ts';
import { logging } from '../../src/http/logging.ts';
import type { ApiScope } from '../../src/http/scope.ts';
import { openRequest } from './open-request.ts';

const URL = '/api/auth/check_username';
/** A body of the largest size: eight of them fill the room of one address. */
const LONG = 256 * 1024;
const MANY = 40;

let app: FastifyInstance;
let port: number;
let log: string[];
let accepted: Socket[];
/** Lets calls go on that wait for the check of their bearer token. */
let goOn: () => void;
let asked: number;
let answer: () => Promise<object>;

beforeEach(async () => {
  log = [];
  accepted = [];
  asked = 0;
  answer = async () => ({ status: true, message: 'Go on.' });
  const { promise, resolve } = Promise.withResolvers<null>();
  goOn = () => resolve(null);
  const stream = new Writable({
    write: (line, _encoding, done) => {
      log.push(String(line));
      done();
    },
  });
  app = Fastify({ logger: { ...logging('warn'), stream } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  keepAddresses(app);
  boundBodies(app);
  await app.register(
    async (scope) => {
      readBearers(scope, () => ({ accountId: '1', sessionId: '1', epoch: 0 }));
      guard(scope, () => {
        asked += 1;
        return promise;
      });
      const now = () => new Date();
      limitCalls(scope, { db: {} as Db, now, inMemory: limitsInMemory(now) });
      (scope as ApiScope).route({ ...checkUsername, handler: async () => answer() as never });
    },
    { prefix: '/api' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  app.server.on('connection', (socket) => accepted.push(socket));
});
afterEach(() => app.close());

const head = (length: number, more = ''): string =>
  `POST ${URL} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
const WITH_BEARER = 'Authorization: Bearer one.of.ours\r\n';

const untilClosed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** Resets calls while the server checks their token, and waits until it has seen them all end. */
const abort = async (text: string): Promise<void> => {
  const calls = Array.from({ length: MANY }, () => openRequest(port, text));
  await expect.poll(() => asked).toBe(MANY);
  const ends = accepted.map(untilClosed);
  for (const { socket } of calls) socket.resetAndDestroy();
  await Promise.all(ends);
  goOn();
  // A further call is answered only after the others have ended.
  await app.inject({ method: 'POST', url: URL, payload: {} });
};

test('calls that are reset while their caller is looked for hold no room afterwards', async () => {
  await abort(head(LONG, WITH_BEARER));
  const text = JSON.stringify({ username: 'ama' }).padEnd(LONG, ' ');
  const next = openRequest(port, `${head(LONG)}${text}`);
  await expect.poll(next.answer).toMatch(/^HTTP\/1\.1 200 /);
  next.socket.destroy();
});

test('calls that are reset while their caller is looked for are nothing to log', async () => {
  await abort(`${head(2, WITH_BEARER)}{}`);
  expect(log).toEqual([]);
});

test('calls whose answers wait for their turn hold no room once their connection is reset', async () => {
  const { promise: never, resolve } = Promise.withResolvers<object>();
  let begun = 0;
  answer = () => {
    begun += 1;
    return never;
  };
  const text = JSON.stringify({ username: 'ama' });
  const call = `${head(text.length)}${text}`;
  const calls = Array.from({ length: 30 }, () => openRequest(port, `${call}${call}`));
  await expect.poll(() => begun).toBe(60);
  const ends = accepted.map(untilClosed);
  for (const { socket } of calls) socket.resetAndDestroy();
  await Promise.all(ends);
  const next = Array.from({ length: 50 }, () => openRequest(port, call));
  await expect.poll(() => begun).toBe(110);
  resolve({ status: true, message: 'Go on.' });
  for (const { socket } of next) socket.destroy();
});
