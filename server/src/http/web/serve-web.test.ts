import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SITE_DEFAULTS, type Site } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { handleErrors } from '../errors.ts';
import { protectAnswers } from '../headers.ts';
import { serveWeb } from './serve-web.ts';

const INLINE = `window.__context = { "ssr": false };`;
/** SHA-256 of INLINE, as `openssl dgst -sha256 -binary | base64` gives it. */
const INLINE_HASH = 'NjKieXcg+k2FRZVpYV/Dtp09FKWUX/xmbG5tzZJADGE=';
const html = (heading: string) =>
  `<!DOCTYPE html><head><title>${heading}</title></head><script src="/assets/root-1a2b.js"></script><script>${INLINE}</script>`;
const PREVIEW =
  '<meta property="og:site_name" content="Banbo Driver Safety"/><meta property="og:title" content="Pricing · Banbo Driver Safety"/>';
/** Long enough to be worth compressing. */
const NAMED_BODY = '<p>Banbo Driver Safety keeps you safe.</p>'.repeat(60);
const SCRIPT = `console.info("${'root '.repeat(300)}");`;

const FILES: Record<string, string | Buffer> = {
  'client/index.html': html('Home'),
  'client/about/index.html': html('About'),
  'client/pricing/index.html': html('Pricing · Banbo Driver Safety').replace(
    '</head>',
    `${PREVIEW}</head>${NAMED_BODY}`,
  ),
  'client/__spa-fallback.html': html('Loading'),
  'client/assets/root-1a2b.js': SCRIPT,
  'client/assets/root-1a2b.js.gz': gzipSync(SCRIPT),
  'client/sw.js': SCRIPT,
  'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'pages.json': JSON.stringify(['/', '/about', '/login', '/display_driver/:id', '/view_payment/:code?']),
};

let folder: string;
let app: FastifyInstance;
let companyName: string = SITE_DEFAULTS.company_name;
let baseMap: Site['base_map'] = null;
afterEach(() => {
  companyName = SITE_DEFAULTS.company_name;
  baseMap = null;
});

const build = async (webFolder: string, settings: Parameters<typeof protectAnswers>[1] = {}) => {
  const one = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  handleErrors(one);
  await protectAnswers(one, settings);
  one.get('/api/healthz', async () => ({ status: 'ok' }));
  await serveWeb(one, webFolder, () => ({ company_name: companyName, base_map: baseMap }));
  return one;
};

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-web-'));
  for (const [name, contents] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), contents);
  }
  app = await build(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test.each(['/about', '/about/', '/about?from=menu'])('%s answers the page written at build time', async (url) => {
  const response = await get(url);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/html/);
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.headers['x-robots-tag']).toBeUndefined();
  expect(response.body).toContain('<title>About</title>');
});

test('a page that has not changed is answered with 304 and no body', async () => {
  const { etag } = (await get('/')).headers;
  const again = await get('/', { 'if-none-match': String(etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test.each(['/login', '/display_driver/12', '/Display_Driver/12/', '/view_payment', '/view_payment/DRV1'])(
  '%s is a page of the router and starts from the fallback',
  async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-robots-tag']).toBe('noindex');
    expect(response.body).toContain('<title>Loading</title>');
  },
);

test.each(['/nowhere', '/display_driver', '/display_driver/1/2', '/about/us', '/__spa-fallback', '/index'])(
  '%s is no page: the fallback comes with 404 and cannot be kept as unchanged',
  async (url) => {
    const response = await get(url, { 'if-none-match': String((await get('/login')).headers.etag) });
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('<title>Loading</title>');
    expect(response.headers.etag).toBeUndefined();
  },
);

test.each(['/logo.png', '/assets/root-old.js', '/__spa-fallback.html', '/pages.json', '/assets/root-1a2b.js.gz'])(
  '%s is no file of the build and gets no page',
  async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  },
);

test.each(['/../pages.json', '/%2e%2e/pages.json', '/assets/..%2f..%2fpages.json', '/%00', '/%E0%A4%A'])(
  'nothing outside the build can be had with %s',
  async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.body).not.toContain('display_driver');
  },
);

test.each(['/api', '/api/', '/api/nothing', '/api/login'])('%s is an unknown call, answered in JSON', async (url) => {
  const response = await get(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ status: false, code: 'not_found' });
});

test('a file named after its contents is kept for good, and sent compressed to who takes that', async () => {
  const plain = await get('/assets/root-1a2b.js');
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.body).toBe(SCRIPT);
  const small = await get('/assets/root-1a2b.js', { 'accept-encoding': 'gzip' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(small.headers['content-type']).toMatch(/javascript/);
  expect(small.rawPayload.length).toBeLessThan(SCRIPT.length / 4);
});

test('a file with a lasting name is asked for again', async () => {
  expect((await get('/favicon.svg')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml',
  });
});

test('the service worker is asked for again each time and may call our own server alone', async () => {
  const { headers } = await get('/sw.js');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  );
});

test('a page’s title and preview carry the company’s name, and its body is left as it was built', async () => {
  companyName = 'Akwaaba $& Safety';
  const { statusCode, headers, body } = await get('/pricing');
  const name = 'Akwaaba $&amp; Safety';
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  expect(body).toContain(`<title>Pricing · ${name}</title>`);
  expect(body).toContain(`property="og:site_name" content="${name}"`);
  expect(body).toContain(`property="og:title" content="Pricing · ${name}"`);
  expect(body).toContain(NAMED_BODY);
  const small = await get('/pricing', { 'accept-encoding': 'gzip' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(small.rawPayload).toString()).toBe(body);
  expect((await app.inject({ method: 'HEAD', url: '/pricing' })).body).toBe('');
});

test('a page under another name has another tag, and is not sent again under the same', async () => {
  const before = String((await get('/pricing')).headers.etag);
  companyName = 'Akwaaba Safety';
  const { statusCode, headers } = await get('/pricing', { 'if-none-match': before });
  expect(statusCode).toBe(200);
  const again = await get('/pricing', { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
});

test('a company’s name cannot bring a script along', async () => {
  const built = await get('/pricing');
  companyName = `"/></title><script>alert('1')</script>`;
  const { headers, body } = await get('/pricing');
  expect(body.match(/<script/g)).toEqual(built.body.match(/<script/g));
  expect(body.match(/<title>([^<]*)<\/title>/)?.[1]).toContain('&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;');
  expect(headers['content-security-policy']).toBe(built.headers['content-security-policy']);
});

test('HEAD tells of a page without sending it', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/about' });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('');
});

test('a page runs our scripts and its own inline ones, and no other', async () => {
  const policy = String((await get('/about')).headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'sha256-${INLINE_HASH}';`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('every answer forbids framing, sniffing and what the product does not use', async () => {
  for (const url of ['/about', '/api/healthz', '/nowhere']) {
    expect((await get(url)).headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=(self), geolocation=(self)'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  }
});

test('a script or style forbids sniffing, loading and framing, and is spared what only documents heed', async () => {
  const { headers } = await get('/assets/root-1a2b.js');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  });
  expect(headers).not.toHaveProperty('permissions-policy');
  expect(headers).not.toHaveProperty('referrer-policy');
});

test('strict transport is asked for only where people come by https', async () => {
  expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
  const secure = await build(folder, { PUBLIC_URL: 'https://banbo.example' });
  const response = await secure.inject('/');
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await secure.close();
});

test('a web served from elsewhere, and no other site, may read the answers with credentials', async () => {
  const served = await build(folder, { WEB_ORIGIN: 'https://www.banbo.example' });
  const ask = (origin: string) => served.inject({ url: '/api/healthz', headers: { origin } });
  expect((await ask('https://www.banbo.example')).headers).toMatchObject({
    'access-control-allow-origin': 'https://www.banbo.example',
    'access-control-allow-credentials': 'true',
  });
  const stranger = await ask('https://evil.example');
  expect(stranger.headers['access-control-allow-origin']).not.toBe('https://evil.example');
  await served.close();
});

test('without a build only the API is served', async () => {
  const bare = await build(join(folder, 'nothing-here'));
  expect((await bare.inject('/api/healthz')).statusCode).toBe(200);
  expect((await bare.inject('/')).json()).toMatchObject({ code: 'not_found' });
  await bare.close();
});

test('every page may show the tiles of the base map that is set, and pictures of no other server', async () => {
  const pictures = async (url: string) =>
    /img-src ([^;]*)/.exec(String((await get(url)).headers['content-security-policy']))?.[1];
  const own = "'self' blob: data:";
  expect(await pictures('/about')).toBe(own);
  baseMap = { url: 'https://tiles.example.com:8443/{z}/{x}/{y}.png', attribution: 'Mappers' };
  for (const url of ['/about', '/login', '/no_such_page']) {
    expect(await pictures(url)).toBe(`${own} https://tiles.example.com:8443`);
  }
  baseMap = { url: "nothing; script-src 'unsafe-inline'", attribution: 'Mappers' };
  expect(await pictures('/about')).toBe(own);
});
