import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MAX_PHOTO_BYTES } from '@banbo/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { withDatabase } from '../../src/with-database.ts';
import { largeJpeg } from '../builders/photos.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { postForm } from '../crash/calls.ts';
import { type Server, startServer } from '../crash/server-process.ts';
import { signInAt } from '../crash/sign-in.ts';
import { startedFolder } from '../crash/started-folder.ts';
import { openLive } from '../live.ts';
import { type Front, freePort, startCaddy, startHaproxy, startNginx } from './front-proxies.ts';

const TOKEN = 'a-token-that-only-Prometheus-has';

type Line = { msg?: string; reqId?: string; req?: { url: string; remoteAddress: string } };

describe.each([
  ['Caddy', startCaddy],
  ['nginx', startNginx],
  ['HAProxy', startHaproxy],
] as const)('behind %s', (name, startFront) => {
  let data: ReturnType<typeof startedFolder>;
  let folder: string;
  let server: Server;
  let front: Front;
  let address: string;
  let ca: string;
  beforeAll(async () => {
    data = startedFolder();
    folder = mkdtempSync(join(tmpdir(), 'banbo-front-'));
    const port = await freePort();
    address = `https://localhost:${port}`;
    const settings = { NODE_ENV: 'production', PUBLIC_URL: address, LOG_LEVEL: 'info', METRICS_TOKEN: TOKEN };
    server = await startServer(data.dataDir, settings);
    front = await startFront({ port, upstream: server.address, folder });
    ca = front.ca;
    setDefaultCACertificates([...getCACertificates('default'), ca]);
  });
  afterAll(async () => {
    await front?.end();
    server.kill('SIGTERM');
    await server.end;
    data.remove();
    rmSync(folder, { recursive: true });
  });

  /** Calls from another address of the loopback, as from another machine. */
  const callFrom = (localAddress: string, path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; id: string; body: string }>((resolve, reject) => {
      const { port } = new URL(address);
      const options = { host: '127.0.0.1', port, path, ca, servername: 'localhost', localAddress };
      const call = request(
        { ...options, headers: { host: `localhost:${port}`, ...headers }, agent: false },
        (answer) => {
          let body = '';
          answer.on('data', (chunk) => {
            body += chunk;
          });
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, id: String(answer.headers['x-request-id']), body }),
          );
        },
      );
      call.on('error', reject).end();
    });

  const linesOf = (id: string): Line[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(id))
      .map((line) => JSON.parse(line));

  test('the log has the caller’s address and the proxy’s id, whatever the caller writes', async () => {
    const forged = { 'x-forwarded-for': '41.66.200.9', 'x-request-id': 'forged-by-the-caller' };
    const { status, id } = await callFrom('127.0.0.2', '/api/nationality', forged);
    expect([status, id]).toEqual([200, expect.stringMatching(/^[\da-f-]{32,36}$/)]);
    await expect.poll(() => linesOf(id).length).toBe(2);
    expect(linesOf(id)[0]).toMatchObject({ reqId: id, req: { url: '/api/nationality', remoteAddress: '127.0.0.2' } });
    // HAProxy writes no log of calls: it is a balancer.
    if (name !== 'HAProxy') await expect.poll(() => readFileSync(join(folder, 'access.log'), 'utf8')).toContain(id);
  });

  test('figures are for programs on the machine, not for callers of the proxy', async () => {
    expect((await callFrom('127.0.0.1', '/api/metrics', {})).status).toBe(404);
    expect((await callFrom('127.0.0.1', '/api/metrics/', {})).status).toBe(404);
    const authorization = `Bearer ${TOKEN}`;
    expect((await fetch(`${server.address}/api/metrics`, { headers: { authorization } })).status).toBe(200);
  });

  test('somebody signs in, and sees at once what changes', async () => {
    const config = readConfig({ DATA_DIR: data.dataDir });
    const headers = await withDatabase(config, (db) => signInAt(address, db));
    const live = await openLive(address, headers);
    expect((await postForm(address, nextRegistration())).status).toBe(201);
    await live.until('drivers');
  });

  test('a photo of the largest size gets through, and a larger one gets the server’s own words', async () => {
    const send = async (photo: File) => {
      const form = formOf(nextRegistration());
      form.set('file', photo);
      const answer = await fetch(`${address}/api/drivers`, { method: 'POST', body: form });
      return { status: answer.status, body: await answer.json() };
    };
    const large = await largeJpeg(MAX_PHOTO_BYTES / 2);
    expect(large.size).toBeGreaterThan(MAX_PHOTO_BYTES / 2);
    expect(large.size).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    expect(await send(large)).toMatchObject({ status: 201 });
    const tooLarge = new File([new Uint8Array(15 * MAX_PHOTO_BYTES)], 'photo.jpg', { type: 'image/jpeg' });
    expect(await send(tooLarge)).toMatchObject({ body: { success: false, code: expect.any(String) } });
  });
});

test('while no server is ready HAProxy leads to them all the same, for their pages and words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-front-'));
  let looks = 0;
  const server = createServer(({ url }, answer) => {
    const isLook = url === '/api/readyz';
    if (isLook) looks += 1;
    answer.statusCode = isLook ? 503 : 200;
    answer.end('a page');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const [port, { port: own }] = [await freePort(), server.address() as AddressInfo];
  const front = await startHaproxy({ port, upstream: `http://127.0.0.1:${own}`, folder });
  onTestFinished(async () => {
    await front.end();
    server.close();
    rmSync(folder, { recursive: true });
  });
  setDefaultCACertificates([...getCACertificates('default'), front.ca]);
  // Two of each server take it away.
  await expect.poll(() => looks).toBeGreaterThan(6);
  expect(await (await fetch(`https://localhost:${port}/`)).text()).toBe('a page');
});
