import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildContactMessage } from '../../../../test/builders/messages.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperUser'));
});
afterAll(() => it.close());

test('where no service sends mail a reply is refused with what to do instead, and an answer can be noted', async () => {
  const { id } = await buildContactMessage(it);
  const url = `/api/contact_messages/${id}`;
  const record = async () => (await it.app.inject({ url, headers })).json();
  expect(await record()).toMatchObject({ mails_are_sent: false });
  const post = (path: string) =>
    it.app.inject({ method: 'POST', url: `${url}/${path}`, headers, payload: { text: 'On Monday.' } });
  const reply = await post('replies');
  expect([reply.statusCode, reply.json().message]).toEqual([
    422,
    'No service sends mail. Please reply from your own mail, and mark it as replied.',
  ]);
  expect(await record()).toMatchObject({ status: 'new', entries: [] });
  expect((await post('answers')).statusCode).toBe(201);
  expect(await record()).toMatchObject({ status: 'replied', entries: [{ kind: 'answered', text: 'On Monday.' }] });
});
