import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const send = (method: 'PATCH' | 'POST', url: string, payload: object) =>
  it.app.inject({ method, url: `/api/incidents/${url}`, headers, payload });
const handover = async (as = headers) => it.app.inject({ url: '/api/incidents/handover', headers: as });

test('the hand-over has open emergencies with their five newest notes, and none that ended', async () => {
  const open = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
  const ended = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
  for (let n = 1; n <= 6; n += 1) await send('POST', `${open}/notes`, { words: `Promised ${n}` });
  await send('POST', `${ended}/notes`, { words: 'Of one that ended' });
  await send('PATCH', ended, { change: 'false_alarm', reason: 'Pressed by mistake' });
  const { incidents } = (await handover()).json();
  expect(incidents).toHaveLength(1);
  expect(incidents[0].id).toBe(open);
  expect(incidents[0].notes.map(({ words }: { words: string }) => words)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `Promised ${n}`),
  );
  expect(incidents[0].notes[0].actor).not.toBe('');
});

test('a role without emergencies may not read the hand-over', async () => {
  const accounts = (await buildCaller(it, 'Accounts')).headers;
  expect((await handover(accounts)).statusCode).toBe(403);
});
