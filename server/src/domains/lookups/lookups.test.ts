import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('a page of nationalities is asked for by number, and a bad number is named', async () => {
  const response = await it.app.inject('/api/nationality?page=zero');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'querystring.page' }] });
});
