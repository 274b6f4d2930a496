import { expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { newKey } from './calls.ts';
import { serverForEach } from './one-server.ts';
import { postmasterOf } from './postgres-processes.ts';

const it = serverForEach();

/** As many callers as twice the connections of the pool. */
const CALLERS = 32;
/** A fast shutdown, an immediate one and a kill; more within a minute would end the server. */
const ENDS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;

test('PostgreSQL restarts under load, and every call has its answer or is told when to try again', async () => {
  let calls = 0;
  const send = (): Promise<Response> => {
    calls += 1;
    const headers = { 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` };
    const { address } = it.server;
    if (calls % 3 === 0) return fetch(`${address}/api/nationality`, { headers });
    const body = JSON.stringify(submissionOf({ car_number: nextRegistration().car_number, driver_code: 'DRV0001' }));
    const json = { ...headers, 'content-type': 'application/json', 'idempotency-key': newKey() };
    if (calls % 3 === 1) return fetch(`${address}/api/payments`, { method: 'POST', headers: json, body });
    const message = { name: 'Kofi', email: 'kofi@example.com', subject: 'Fitting', message: 'When?' };
    return fetch(`${address}/api/contact_messages`, { method: 'POST', headers: json, body: JSON.stringify(message) });
  };

  const counts = new Map<number, number>();
  const withoutRetry: string[] = [];
  let over = false;
  const call = async (): Promise<void> => {
    while (!over) {
      const answer = await send();
      const body = await answer.text();
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500 && answer.headers.get('retry-after') !== '2') withoutRetry.push(body);
    }
  };
  const callers = awaitLater(Promise.all(Array.from({ length: CALLERS }, call)));
  const count = (status: number): number => counts.get(status) ?? 0;
  for (const signal of ENDS) {
    const { refused, taken, postmaster } = {
      refused: count(503),
      taken: count(201),
      postmaster: postmasterOf(it.dataDir),
    };
    await expect.poll(() => count(201), { timeout: 60_000 }).toBeGreaterThan(taken + 50);
    process.kill(postmaster, signal);
    await expect.poll(() => count(503), { timeout: 60_000 }).toBeGreaterThan(refused);
    const takenBy = count(201);
    await expect.poll(() => count(201), { timeout: 60_000 }).toBeGreaterThan(takenBy + 50);
    expect(postmasterOf(it.dataDir)).not.toBe(postmaster);
  }
  over = true;
  await callers;
  expect(withoutRetry).toEqual([]);
  expect([...counts.keys()].filter((status) => status >= 500)).toEqual([503]);
});
