import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { httpSms } from './open-sms.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const gateway = async (status: number, answer = '') => {
  const taken: { token: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    taken.push({ token: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(status, { location: 'http://elsewhere.example' }).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, taken };
};

const MESSAGE = { to: '+233241234567', text: 'Your code is K7QX9-M2P4T.' };

test('a text message is posted to the gateway with its token', async () => {
  const { url, taken } = await gateway(202);
  await httpSms(url, 'a token').send(MESSAGE);
  expect(taken).toEqual([{ token: 'Bearer a token', body: MESSAGE }]);
});

test('a gateway that refuses, or sends the message elsewhere, is an error', async () => {
  for (const status of [401, 500, 307]) {
    const { url } = await gateway(status);
    await expect(httpSms(url, 'a token').send(MESSAGE)).rejects.toThrow();
  }
});

test.each([
  ['{"id":"gw-17"}', 'gw-17'],
  ['{"message_id":1234}', '1234'],
  ['{"id":"a number with Your code is K7QX9"}', undefined],
  ['{"message":"Your code is K7QX9"}', undefined],
  ['accepted', undefined],
  ['null', undefined],
])('of the answer %s the gateway’s number is kept and nothing else', async (answer, id) => {
  const { url } = await gateway(200, answer);
  expect(await httpSms(url, 'a token').send(MESSAGE)).toBe(id);
});
