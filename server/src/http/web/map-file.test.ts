import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let without: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banbo-map-'));
  await writeFile(join(folder, 'ghana.pmtiles'), 'PMTiles, and the tiles');
  [it, without] = await Promise.all([startApp({ DATA_DIR: folder, MAP_FILE: 'ghana.pmtiles' }), startApp()]);
});
afterAll(async () => {
  await Promise.all([it.close(), without.close()]);
  await rm(folder, { recursive: true });
});

test('pages get the ranges of the map’s file that they ask for', async () => {
  const { statusCode, body, headers } = await it.app.inject({ url: '/map.pmtiles', headers: { range: 'bytes=0-6' } });
  expect([statusCode, body, headers['content-range']]).toEqual([206, 'PMTiles', 'bytes 0-6/22']);
  const beyond = await it.app.inject({ url: '/map.pmtiles', headers: { range: 'bytes=900-950' } });
  expect(beyond.statusCode).toBe(416);
});

test('the settings say whether the server has such a file, and without one its address is none', async () => {
  expect((await it.app.inject('/api/site')).json()).toHaveProperty('has_map_file', true);
  expect((await without.app.inject('/api/site')).json()).not.toHaveProperty('has_map_file');
  expect((await without.app.inject('/map.pmtiles')).statusCode).toBe(404);
});
