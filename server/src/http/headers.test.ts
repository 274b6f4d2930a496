import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'https://banbo.example' });
});
afterAll(() => it.close());

test.each(['/%zz', '/api/%zz', '/api/healthz'])('the answer to %s is bounded as all are', async (url) => {
  expect((await it.app.inject({ url })).headers).toMatchObject({
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
});
