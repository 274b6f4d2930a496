import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'https://banbo.example' });
});
afterAll(() => it.close());

test('the description is served, and names the address and the cookies of this server', async () => {
  const response = await it.app.inject('/api/openapi.json');
  expect(response.statusCode).toBe(200);
  const { openapi, servers, components } = response.json();
  expect(openapi).toBe('3.1.0');
  expect(servers).toEqual([{ url: 'https://banbo.example/api' }]);
  expect(components.securitySchemes.memberRefreshCookie.name).toBe('__Secure-banbo_member');
});

test('the readable page runs its own scripts alone and asks nothing outside', async () => {
  const page = await it.app.inject('/api/docs');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<title>Banbo API</title>');
  expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('http');
  const settings = await it.app.inject('/api/docs/static/swagger-initializer.js');
  expect(settings.body).toContain('"validatorUrl":null');
});
