import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openFiles } from './file-store.ts';

test('without a bucket, files are kept in DATA_DIR', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'banbo-files-'));
  const files = await openFiles(readConfig({ DATA_DIR: folder }));
  await files.put('drivers/a.jpg', new Uint8Array([1]));
  expect(await readdir(join(folder, 'files/drivers'))).toEqual(['a.jpg']);
  await rm(folder, { recursive: true });
});

test('with a bucket, files are kept there', async () => {
  const keys = { FILES_S3_ACCESS_KEY_ID: 'an-id', FILES_S3_SECRET_ACCESS_KEY: 'a-secret' };
  const whole = await openFiles(readConfig({ FILES_S3_BUCKET: 'photos', ...keys }));
  expect(whole).toHaveProperty('put');
});
