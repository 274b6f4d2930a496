import { expect, test } from 'vitest';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { openLive } from '../live.ts';
import { postForm, postJson } from './calls.ts';
import { sharedCluster } from './shared-cluster.ts';
import { signInAt } from './sign-in.ts';

// Two servers as operators run them: one PostgreSQL, the same secret and folder of files.

const { db, start } = sharedCluster();

const claimAt = async (address: string): Promise<void> => {
  const { status, body } = await postForm(address, nextRegistration());
  expect(status).toBe(201);
  const driver = body.driver as { car_number: string; driver_code: string };
  expect((await postJson(address, '/api/payments', submissionOf(driver))).status).toBe(201);
};

test('of two servers each tells what the other takes; the readers of one that is killed go on at the other', async () => {
  const [one, other] = [await start(), await start()];
  const headers = await signInAt(one.address, db());
  const live = await openLive(one.address, headers);
  await claimAt(other.address);
  const { id } = await live.until('claims');

  one.kill('SIGKILL');
  await live.ended;
  await claimAt(other.address);
  const resumed = await openLive(other.address, headers, id);
  expect(resumed.events[0]?.data).toEqual({ resumed: true });
  await resumed.until('claims');
});

test('a server that is told to end ends its streams once a balancer may have left it, and is not held up by them', async () => {
  const [one, other] = [await start(), await start()];
  const headers = await signInAt(one.address, db());
  const live = await openLive(one.address, headers);
  one.kill('SIGTERM');
  await live.ended;
  expect(await one.end).toMatchObject({ code: 0 });
  const resumed = await openLive(other.address, headers, live.events.at(-1)?.id);
  await claimAt(other.address);
  await resumed.until('claims');
});
