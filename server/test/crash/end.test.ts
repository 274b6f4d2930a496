import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { folderForEach } from './one-server.ts';
import { countPostgres, postmasterOf } from './postgres-processes.ts';

const it = folderForEach();

test('Ctrl-C, which a terminal tells to all that it started, lets the request in flight have its answer', async () => {
  const server = await it.start();
  const socket = await requestInFlight(server.address);
  const programs = [server.pid, postmasterOf(it.dataDir)].filter((pid) => groupOf(pid) === groupOf(server.pid));
  expect(programs).toEqual([server.pid]);
  for (const pid of programs) process.kill(pid, 'SIGINT');
  await untilItListensNoMore(server.address);
  const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  socket.write('{}');
  expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(await server.end).toMatchObject({ code: 0 });
});

/** The process group, which a terminal’s Ctrl-C signals. */
const groupOf = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] ?? '';
};

/** A request of which the server has the head and waits for the body. */
const requestInFlight = async (address: string): Promise<Socket> => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const head = ['POST /api/payments HTTP/1.1', `Host: ${hostname}`, 'Content-Type: application/json'];
  socket.write([...head, 'Content-Length: 2', 'Expect: 100-continue', '', ''].join('\r\n'));
  const reply = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  expect(reply.toString()).toContain('100 Continue');
  return socket;
};

const untilItListensNoMore = (address: string): Promise<void> =>
  expect
    .poll(() =>
      fetch(address).then(
        () => 'listens',
        () => 'gone',
      ),
    )
    .toBe('gone');

test('SIGTERM lets the request in flight have its answer, and ends the server well', async () => {
  const server = await it.start();
  const socket = await requestInFlight(server.address);
  server.kill('SIGTERM');
  await untilItListensNoMore(server.address);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write('{}');
  expect(await server.end).toMatchObject({ code: 0 });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"invalid_input"');
});

/** Calls on one kept connection until an answer ends it; answers the result of each call. */
const callUntilToldToEnd = async (address: string): Promise<string[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ends: string[] = [];
  const call = () =>
    new Promise<string>((resolve) => {
      const request = get(`${address}/api/site`, { agent }, (response) => {
        response.resume();
        response.once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      });
      request.once('error', (error) => resolve(String(error)));
    });
  while (ends.at(-1) === undefined || ends.at(-1) === '200 keep-alive') ends.push(await call());
  agent.destroy();
  return ends;
};

test('SIGTERM under load leaves no call unanswered, and the last answer of each connection says that it ends', async () => {
  const server = await it.start();
  const idle = connect(Number(new URL(server.address).port), '127.0.0.1');
  const idleEnded = new Promise<boolean>((resolve) => idle.once('close', resolve));
  idle.resume();
  const callers = awaitLater(Promise.all(Array.from({ length: 16 }, () => callUntilToldToEnd(server.address))));
  const readies = Array.from({ length: 50 }, () => fetch(`${server.address}/api/readyz`));
  await Promise.all(readies.map(async (ready) => (await ready).text()));
  server.kill('SIGTERM');
  const calls = await callers;
  expect(calls.map((ends) => ends.at(-1))).toEqual(calls.map(() => '200 close'));
  // The idle connection was closed without an error.
  expect(await idleEnded).toBe(false);
  expect(await server.end).toMatchObject({ code: 0 });
});

test('SIGTERM ends the server well also when a request in flight never comes to its end', async () => {
  const server = await it.start();
  const socket = await requestInFlight(server.address);
  socket.on('error', () => {});
  server.kill('SIGTERM');
  expect(await server.end).toMatchObject({ code: 0 });
  await expect.poll(() => countPostgres(it.dataDir)).toBe(0);
});

test('a second signal ends the server at once, whatever is in flight', async () => {
  const server = await it.start();
  const socket = await requestInFlight(server.address);
  socket.on('error', () => {});
  server.kill('SIGINT');
  await untilItListensNoMore(server.address);
  // npm passes the same Ctrl-C twice, so a second signal counts only after half a second.
  const again = setInterval(() => server.kill('SIGINT'), 100);
  expect(await server.end).toMatchObject({ code: 1 });
  clearInterval(again);
});
