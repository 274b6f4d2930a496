import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  await it.db.deleteFrom('contact_messages').execute();
});
afterAll(() => it.close());

const MESSAGE = {
  name: 'Kofi Mensah',
  email: 'kofi@example.com',
  subject: 'Fitting',
  message: 'When can you fit the device?\nI work nights.',
};

const send = (payload: object, key?: string) =>
  it.app.inject({
    method: 'POST',
    url: '/api/contact_messages',
    payload,
    headers: key ? { 'idempotency-key': key } : {},
  });

const stored = () => it.db.selectFrom('contact_messages').selectAll().execute();

test('a message is stored whole and answered with its reference', async () => {
  const response = await send(MESSAGE);
  expect(response.statusCode).toBe(201);
  const { reference, message } = response.json();
  expect(reference).toMatch(/^CM-[2-9A-Z]{6}$/);
  expect(message).toBe(`Thank you. Your message has arrived. Your reference is ${reference}.`);
  expect(await stored()).toMatchObject([{ ...MESSAGE, reference, received_at: it.clock.now }]);
});

test('the same message sent again under its key is one message', async () => {
  const key = 'a-thumb-that-is-impatient';
  const first = await send(MESSAGE, key);
  const second = await send(MESSAGE, key);
  expect(second.json()).toEqual(first.json());
  expect(await stored()).toHaveLength(1);
});

test('what is missing is named at its field', async () => {
  const response = await send({ ...MESSAGE, name: '  ', email: 'kofi', message: '' });
  expect(response.statusCode).toBe(400);
  expect(response.json().issues).toEqual([
    { path: 'body.name', message: 'Please enter your name.' },
    { path: 'body.email', message: 'Give an e-mail address, like name@example.com.' },
    { path: 'body.message', message: 'Please enter your message.' },
  ]);
  expect(await stored()).toEqual([]);
});

test('characters that cannot be stored, a second line in the subject and unknown fields are refused', async () => {
  for (const bad of [{ name: 'Ko\u0000fi' }, { subject: 'Hi\nBcc: all' }, { message: 'x'.repeat(4001) }, { id: 7 }]) {
    expect((await send({ ...MESSAGE, ...bad })).statusCode).toBe(400);
  }
  expect(await stored()).toEqual([]);
});

test('one address may leave ten messages a minute', async () => {
  it.atOneServer('an address has so many calls at each server');
  for (let count = 0; count < 10; count += 1) expect((await send(MESSAGE)).statusCode).toBe(201);
  expect((await send(MESSAGE)).statusCode).toBe(429);
});
