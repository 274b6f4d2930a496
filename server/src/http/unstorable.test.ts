import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_PAGE } from '../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const send = (name: string) =>
  it.app.inject({
    method: 'POST',
    url: '/api/contact_messages',
    headers: OWN_PAGE,
    payload: { name, email: 'ama@example.com', subject: 'Cover', message: 'What does it cost?' },
  });

test('a row that a CHECK of the database refuses is bad input in one sentence, and nothing is stored', async () => {
  await sql`ALTER TABLE contact_messages ADD CONSTRAINT only_others CHECK (name <> 'Ama')`.execute(it.db);
  const response = await send('Ama');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    status: false,
    success: false,
    code: 'invalid_input',
    message: 'Something in what was sent cannot be stored.',
  });
  const { rows } = await sql`SELECT name FROM contact_messages`.execute(it.db);
  expect(rows).toEqual([]);
  expect((await send('Efua')).statusCode).toBe(201);
});
