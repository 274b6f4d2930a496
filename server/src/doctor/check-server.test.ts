import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPublicAddress, checkServer, checkSmsService } from './check-server.ts';

/** Answers of a server in the place of the product, by path. */
let answers: Record<string, { status: number; body: string }>;
let server: Server;
let at: { HOST: string; PORT: number };
beforeEach(async () => {
  answers = {};
  server = createServer(({ url = '' }, response) => {
    const { status, body } = answers[url] ?? { status: 404, body: 'none' };
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  at = { HOST: '0.0.0.0', PORT: (server.address() as AddressInfo).port };
});
afterEach(() => server.close());

const OK = { status: 200, body: '{"status":"ok"}' };

test('a server that answers, and one whose database does not', async () => {
  answers = { '/api/healthz': OK, '/api/readyz': OK };
  expect(await checkServer(at)).toMatchObject({ grade: 'good' });
  answers['/api/readyz'] = { status: 503, body: '{}' };
  expect(await checkServer(at)).toMatchObject({ grade: 'bad', says: expect.stringContaining('its database') });
});

test('another program at the port, and nobody there', async () => {
  expect(await checkServer(at)).toMatchObject({ grade: 'bad', says: expect.stringContaining('Another program') });
  await new Promise((resolve) => server.close(resolve));
  expect(await checkServer(at)).toMatchObject({ grade: 'warn', says: expect.stringContaining('No server runs') });
});

test('a public address that leads elsewhere or nowhere', async () => {
  const PUBLIC_URL = `http://127.0.0.1:${at.PORT}`;
  expect(await checkPublicAddress({ PUBLIC_URL: undefined })).toEqual([]);
  expect(await checkPublicAddress({ PUBLIC_URL })).toMatchObject([
    { grade: 'bad', says: expect.stringContaining('404') },
  ]);
  answers = { '/api/healthz': OK };
  expect(await checkPublicAddress({ PUBLIC_URL })).toMatchObject([{ grade: 'good' }]);
  await new Promise((resolve) => server.close(resolve));
  expect(await checkPublicAddress({ PUBLIC_URL })).toMatchObject([
    { grade: 'bad', todo: expect.stringContaining('start the proxy') },
  ]);
});

test('an SMS service that cannot be reached; any answer of one will do', async () => {
  const SMS_URL = `http://127.0.0.1:${at.PORT}/send`;
  expect(await checkSmsService({ SMS_URL: undefined })).toEqual([]);
  expect(await checkSmsService({ SMS_URL })).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
  expect(await checkSmsService({ SMS_URL })).toMatchObject([
    { grade: 'bad', says: expect.stringContaining('ECONNREFUSED') },
  ]);
});
