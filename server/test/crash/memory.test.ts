import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { postForm, postJson } from './calls.ts';
import { startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

const CALLERS = 16;
/** Each caller registers and pays in a round. Without the bound, the heap exceeds its limit. */
const ROUNDS = 45;
const LIMIT_MB = 250;

/** Megabytes of a process alone, each shared page divided among those that share it. */
const memoryOf = (pid: number): number =>
  Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;

/** Starts the program with its heap on machines below 1 GB (`server/src/program.ts`). */
const WITH_SMALL_HEAP = ['sh', '-c', 'exec "$1" --optimize-for-size "$2"', 'sh'];

test('the server itself stays below 250 MB on a small machine while 16 callers register and pay', async () => {
  const { dataDir, remove } = startedFolder();
  onTestFinished(remove);
  const server = await startServer(dataDir, {}, WITH_SMALL_HEAP);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.end;
  });
  let most = 0;
  const call = async (): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const registration = nextRegistration();
      const registered = await postForm(server.address, registration);
      expect(registered).toMatchObject({ status: 201 });
      const { driver_code } = registered.body.driver as { driver_code: string };
      const payment = submissionOf({ car_number: registration.car_number, driver_code });
      expect(await postJson(server.address, '/api/payments', payment)).toMatchObject({ status: 201 });
      most = Math.max(most, memoryOf(server.pid));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(LIMIT_MB);
});
