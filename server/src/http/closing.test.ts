import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
  await it.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => it.close());

test('a call that arrives while the server closes has an answer of its own', async () => {
  const { port } = it.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const until = (part: string): Promise<void> => expect.poll(() => text).toContain(part);
  const head = 'POST /api/payments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`);
  await until('100 Continue');
  const closed = it.app.close();
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write('{}GET /api/nationality HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await Promise.all([ended, closed]);
  expect(text.match(/HTTP\/1\.1 \d+|Connection: \S+/g)).toEqual([
    'HTTP/1.1 100',
    'HTTP/1.1 400',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: close',
  ]);
  expect(text).toContain('GHANAIAN');
});
