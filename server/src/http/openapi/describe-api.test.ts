import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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

const read = (url: string, encoding = 'identity', headers: Record<string, string> = {}) =>
  it.app.inject({ url, headers: { 'accept-encoding': encoding, ...headers } });

test('page and description are made once and sent compressed to who takes that', async () => {
  const plain = (await read('/api/openapi.json')).rawPayload;
  for (const [encoding, named, open] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const response = await read('/api/openapi.json', encoding);
    expect(response.headers).toMatchObject({
      'content-encoding': named,
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(open(response.rawPayload).equals(plain)).toBe(true);
    expect(response.rawPayload.length).toBeLessThan(plain.length / 5);
  }
});

test('whoever has the newest version is told so without it', async () => {
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/static/swagger-ui-bundle.js']) {
    const { etag = '' } = (await read(url)).headers;
    const again = await read(url, 'br', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await read(url, 'br', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  }
});

test('all that the page loads is there, and nothing else of the plug-in', async () => {
  const { body } = await read('/api/docs');
  const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(8);
  for (const file of [...files, '/api/docs/json', '/api/docs/yaml']) expect((await read(file)).statusCode).toBe(200);
  expect((await read('/api/docs/json')).json()).toEqual((await read('/api/openapi.json')).json());
  expect((await read('/api/docs/static/swagger-ui.js')).statusCode).toBe(404);
});
