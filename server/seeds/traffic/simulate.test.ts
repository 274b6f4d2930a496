import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { simulate } from './simulate.ts';

/** An installation that answers by `statusOf` a call's number, and keeps what it was sent. */
const installation = async (statusOf: (call: number) => number = () => 200, { knows = true } = {}) => {
  const calls: { path: string; secret: unknown; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ path: request.url ?? '', secret: request.headers['x-feed-secret'], body: JSON.parse(body) });
    response.writeHead(statusOf(calls.length)).end(JSON.stringify({ stored: knows ? 1 : 0 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const run = async (...args: string[]) => {
  const lines: string[] = [];
  const isTaken = await simulate(args, (line) => lines.push(line));
  return { isTaken, lines };
};

test('npm run simulate sends the positions and events of its trackers with the secret, and counts the answers', async () => {
  const { calls, url } = await installation();
  const { isTaken, lines } = await run(
    ...[`--url=${url}/`, '--secret=feeding', '--devices=20', '--minutes=10', '--interval=60', '--at-once'],
  );
  expect(isTaken).toBe(true);
  expect(calls.length).toBeGreaterThanOrEqual(200);
  expect(lines.at(-1)).toBe(`${calls.length} sent: ${calls.length} × 200; ${calls.length} places stored`);
  expect(lines[0]).toBe(`20 trackers report to ${url} of the last 10 minutes`);
  expect(new Set(calls.map(({ secret }) => secret))).toEqual(new Set(['feeding']));
  expect(calls.filter(({ path }) => path.endsWith('/positions'))).toHaveLength(200);
});

test('calls that are refused or not answered are counted and told', async () => {
  const { calls, url } = await installation((call) => (call % 2 === 0 ? 503 : 200));
  const args = ['--secret=feeding', '--devices=2', '--minutes=2', '--interval=60', '--at-once'];
  const refused = await run(`--url=${url}`, ...args);
  const half = calls.length / 2;
  expect(refused.isTaken).toBe(false);
  expect(refused.lines.at(-1)).toMatch(new RegExp(`^${calls.length} sent: ${half} × 200, ${half} × 503; `));
  const nobody = await run('--url=http://127.0.0.1:1', ...args);
  expect(nobody.isTaken).toBe(false);
  expect(nobody.lines.at(-1)).toBe('4 sent: 4 without an answer; 0 places stored');
});

test('it says so where the installation has none of the trackers', async () => {
  const { url } = await installation(() => 200, { knows: false });
  const { lines } = await run(`--url=${url}`, '--secret=feeding', '--devices=1', '--minutes=1', '--at-once');
  expect(lines.at(-1)).toMatch(/^None of these trackers is in stock there/);
});

test('the list of IMEIs is what the stock takes in before', async () => {
  const { isTaken, lines } = await run('--list', '--devices=2');
  expect({ isTaken, lines }).toEqual({ isTaken: true, lines: ['IMEI\n009999000000004\n009999000000012'] });
});

test('options that cannot be used are refused in a line each', async () => {
  await expect(run('--url=ftp://localhost', '--devices=0')).rejects.toThrow(
    [
      '--url must be the address of an installation, like http://localhost:3000',
      '--secret must be the secret of the Traccar feed',
      '--devices must be a whole number from 1 to 100000',
    ].join('\n'),
  );
  await expect(run('--cars=5')).rejects.toThrow('--cars');
});
