import { ENDPOINTS } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('the description has every endpoint of the contract and no other, with who may call it', async () => {
  const response = await it.app.inject('/api/openapi.json');
  expect(response.statusCode).toBe(200);
  const { openapi, paths } = response.json();
  expect(openapi).toBe('3.1.0');
  const described = Object.entries<Record<string, { summary: string; security?: unknown }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { summary, security }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        summary,
        guarded: security !== undefined,
      })),
  );
  const promised = ENDPOINTS.map(({ method, url, schema, access }) => ({
    name: `${method} /api${url.replace(/:(\w+)/g, '{$1}')}`,
    summary: schema.summary,
    guarded: access !== 'public',
  }));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  expect(described.toSorted(byName)).toEqual(promised.toSorted(byName));
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
