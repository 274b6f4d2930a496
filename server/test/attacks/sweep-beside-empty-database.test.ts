import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryFiles } from '#integrations/files/memory-files.ts';
import { housekeeping } from '../../src/jobs/every-job.ts';
import type { FreshDatabase } from '../database/fresh-database.ts';
import { startDatabase } from '../harness.ts';

const DAY = 86_400_000;
const PHOTOS = 408;

let it: FreshDatabase;
beforeEach(async () => {
  it = await startDatabase();
});
afterEach(() => it.close());

// A server whose DATABASE_URL leads to an empty database knows none of the photos. An earlier
// version removed them all within the hour.
test('an empty database beside photos of another one removes none of them, however long its server runs', async () => {
  const files = memoryFiles();
  for (let n = 0; n < PHOTOS; n += 1) await files.put(`drivers/photo-${n}.jpg`, new Uint8Array(1));
  for (const days of [1, 2, 30]) {
    const now = () => new Date(Date.now() + days * DAY);
    for (const job of housekeeping({ db: it.db, files, now, claimDays: 14, registrationDays: 30 })) await job.run();
  }
  expect(files.stored.size).toBe(PHOTOS);
});
