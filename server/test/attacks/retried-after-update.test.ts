import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashForm } from '../../src/http/idempotency.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { startApp, type TestApp } from '../harness.ts';
import { leftBehind, nextAddress, sendForm } from '../register.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const rename = (from: string, to: string) =>
  it.db.updateTable('nationalities').set({ nationality: to }).where('nationality', '=', from).execute();

test('a registration whose answer was lost gets it again after its nationality was renamed', async () => {
  const registration = nextRegistration();
  const key = { 'idempotency-key': 'a-bus-without-network-001' };
  const first = await sendForm(it, formOf(registration), key);
  expect(first.status).toBe(201);
  const before = await leftBehind(it);
  await rename('GHANAIAN', 'GHANAIAN CITIZEN');
  const second = await sendForm(it, formOf(registration), key);
  await rename('GHANAIAN CITIZEN', 'GHANAIAN');
  expect(second).toEqual(first);
  expect(await leftBehind(it)).toEqual(before);
});

test('a form that a newer schema refuses still gets the answer of its first sending', async () => {
  const key = 'a-form-of-last-week-00001';
  const form = formOf({ ...nextRegistration(), first_name: 'x'.repeat(61) });
  const refused = await sendForm(it, form, { 'idempotency-key': key });
  expect(refused.status).toBe(400);
  const accepted = formOf(nextRegistration());
  const first = await sendForm(it, accepted, { 'idempotency-key': key });
  // The hash of a form that this schema refuses, as if a laxer schema had accepted it.
  const parts = Object.fromEntries(form.entries());
  await it.db
    .updateTable('idempotency_keys')
    .set({ body_hash: await hashForm(parts) })
    .where('endpoint', '=', '/api/drivers')
    .execute();
  expect(await sendForm(it, form, { 'idempotency-key': key })).toEqual(first);
});

test('an answer kept before hashes were of raw bytes is given by its key', async () => {
  const registration = nextRegistration();
  const key = { 'idempotency-key': 'sent-before-the-update-01' };
  const first = await sendForm(it, formOf(registration), key);
  await it.db.updateTable('idempotency_keys').set({ body_hash: '' }).execute();
  expect(await sendForm(it, formOf(registration), key)).toEqual(first);
});

const contact = (payload: string, key: string) =>
  it.app.inject({
    method: 'POST',
    url: '/api/contact_messages',
    remoteAddress: nextAddress(),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    payload,
  });

test('a JSON body counts as the same by its bytes alone', async () => {
  const message = { name: 'Ama', email: 'ama@example.com', subject: 'Plan', message: 'Which one?' };
  const key = 'bytes-and-not-meanings-01';
  const first = await contact(JSON.stringify(message), key);
  expect(first.statusCode).toBe(201);
  const second = await contact(JSON.stringify(message), key);
  expect([second.statusCode, second.body]).toEqual([201, first.body]);
  const spaced = await contact(JSON.stringify(message, null, 2), key);
  expect(spaced.statusCode).toBe(422);
});
