import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { photoJpeg } from '../../../test/builders/photos.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { sweepPhotos } from './sweep-photos.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const later = (minutes: number): Date => new Date(it.clock.now.getTime() + minutes * 60_000);

test('photos that no driver points at go after an hour, and no other file does', async () => {
  const current = await buildDriver(it, { file: await photoJpeg() });
  const removed = await buildDriver(it, { file: await photoJpeg() });
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', removed.driver.id).execute();
  // More than one batch, and a file that was never finished.
  for (let n = 0; n < 600; n += 1) await it.files.put(`drivers/orphan-${n}.jpg`, new Uint8Array(1));
  await it.files.put(`drivers/${current.driver.photo}.1234.tmp`, new Uint8Array(1));
  await it.files.put('agreements/other.pdf', new Uint8Array(1));
  expect(await sweepPhotos(it.db, it.files, later(59))).toBe(0);
  expect(await sweepPhotos(it.db, it.files, later(61))).toBe(601);
  expect([...it.files.stored.keys()].sort()).toEqual(
    [`drivers/${current.driver.photo}`, `drivers/${removed.driver.photo}`, 'agreements/other.pdf'].sort(),
  );
});
