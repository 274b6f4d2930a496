import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { leftBehind, nextAddress, sendRegistration } from '../register.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const TRICKS = [
  ['a space without width', 'AMA\u200bMENSAH'],
  ['a joiner', 'AMA\u200dMENSAH'],
  ['a word joiner', 'AMA\u2060'],
  ['a soft hyphen', 'AMA\u00adMENSAH'],
  ['a turned direction', 'AMA\u202eHASNEM'],
  ['an isolate', 'AMA\u2067MENSAH'],
  ['a filler', 'AMA\u3164MENSAH'],
  ['a control character', 'AMA\u0007'],
] as const;

const FIELDS = ['first_name', 'last_name', 'next_of_kin', 'reference_person', 'gps_address', 'car_number'] as const;

test.each(TRICKS)(
  '%s in what a registration names is refused in a sentence, and nothing is stored',
  async (_, name) => {
    const before = await leftBehind(it);
    for (const field of FIELDS) {
      const { status, body } = await sendRegistration(it, { [field]: name });
      expect([field, status]).toEqual([field, 400]);
      expect(body.issues).toEqual([{ path: `body.${field}`, message: expect.stringContaining('cannot be seen') }]);
    }
    expect(await leftBehind(it)).toEqual(before);
  },
);

const leave = (message: object) =>
  it.app.inject({
    method: 'POST',
    url: '/api/contact_messages',
    remoteAddress: nextAddress(),
    payload: { name: 'Ama', email: 'ama@example.com', subject: 'Plan', message: 'Which one?', ...message },
  });

test.each(TRICKS)('%s in a contact message is refused', async (_, text) => {
  for (const field of ['name', 'subject', 'message']) {
    expect((await leave({ [field]: text })).statusCode).toBe(400);
  }
});

test('accents, Twi and Ewe letters, and emoji in a message are taken', async () => {
  const name = 'Nana Akosua Ɔfɔri-N’Guessan Ŋmɛ';
  expect((await leave({ name, message: 'Medaase ❤️\nCall 👩🏽‍🚒' })).statusCode).toBe(201);
  expect((await sendRegistration(it, { first_name: 'Esther-É', last_name: 'Ɔfɔri N’Guessan' })).status).toBe(201);
});

test.each(TRICKS)('%s in a staff user’s name is refused', async (_, name) => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/users',
    headers,
    payload: { username: 'ama.m', first_name: name, last_name: 'M', email: 'a@example.com', user_role: 'SystemUser' },
  });
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toContain('cannot be seen');
});
