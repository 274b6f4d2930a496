import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import {
  type BackupArchive,
  type Base,
  baseObject,
  idOfBase,
  listSealed,
  photoObject,
  putSealed,
  segmentObject,
} from './archive.ts';
import { putPhotoList } from './keep-photos.ts';
import { chooseBases, prune } from './prune.ts';
import { beginSealing } from './sealing.ts';

let folder: string;
let archive: BackupArchive;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-archive-'));
  const store = folderArchive(folder);
  archive = { store, sealing: await beginSealing(store, undefined) };
});
afterEach(() => rmSync(folder, { recursive: true }));

const NOW = new Date('2026-11-28T02:10:00Z');
const KEPT = { days: 14, months: 2 };

const segment = (number: number): string =>
  `00000001${'0'.repeat(8)}${number.toString(16).toUpperCase().padStart(8, '0')}`;

/** A base of a night, whose own log is two segments. */
const baseOf = (day: string, number: number, chain = 'one'): Base => {
  const begun = new Date(`${day}T02:00:00Z`);
  return {
    ...{ format: 1, chain, id: idOfBase(begun), begun: begun.toISOString(), ended: `${day}T02:05:00.000Z` },
    ...{ first: segment(number), last: segment(number + 1), label: 'a label', version: 18 },
  };
};

const put = async (base: Base, photos: string[] = []): Promise<void> => {
  for (const part of ['files', 'secrets'] as const) await putSealed(archive, baseObject(base, part), part);
  await putPhotoList(archive, base, photos);
  await putSealed(archive, baseObject(base, 'base'), JSON.stringify(base));
};

test('every base of the days is kept, the one before them, and the first of each of the months', () => {
  const days = ['2026-08-31', '2026-09-01', '2026-09-20', '2026-10-01', '2026-10-02', '2026-11-01', '2026-11-12'];
  const bases = [...days, '2026-11-14', '2026-11-15', '2026-11-28'].map((day, place) => baseOf(day, place * 10));
  expect(chooseBases(bases, KEPT, NOW).map(({ base, log }) => [base.ended.slice(0, 10), log])).toEqual([
    ['2026-09-01', 'own'],
    ['2026-10-01', 'own'],
    ['2026-11-01', 'own'],
    // From it the first hours of the fourteen days are reached.
    ['2026-11-14', 'all'],
    ['2026-11-15', 'all'],
    ['2026-11-28', 'all'],
  ]);
});

test('the newest base stays, however old it is', () => {
  const old = baseOf('2020-01-01', 1);
  expect(chooseBases([old], KEPT, NOW)).toEqual([{ base: old, log: 'all' }]);
});

test('another database in the same place takes nothing from the first', () => {
  const office = baseOf('2026-10-20', 1);
  const other = { ...baseOf('2026-11-28', 1, 'other'), system: '7312000000000000002' };
  const chosen = chooseBases([office, other], { days: 14, months: 0 }, NOW);
  expect(chosen.map(({ base }) => base.chain)).toEqual(['one', 'other']);
});

test('old bases go with the log and the photos that only they need, and nothing else does', async () => {
  const days = ['2026-07-01', '2026-10-01', '2026-11-13', '2026-11-28'];
  const bases = days.map((day, place) => baseOf(day, place * 10 + 1));
  await put(bases[0] as Base, ['drivers/only-old.jpg', 'drivers/both.jpg']);
  await put(bases[1] as Base, ['drivers/both.jpg']);
  for (const base of bases.slice(2)) await put(base);
  for (const number of [1, 2, 3, 10, 11, 12, 13, 20, 21, 25, 31, 32, 33]) {
    await putSealed(archive, segmentObject('one', segment(number)), 'log');
  }
  await putSealed(archive, segmentObject('gone', segment(5)), 'log');
  for (const name of ['only-old', 'both', 'there', 'erased']) {
    await putSealed(archive, photoObject(`drivers/${name}.jpg`), name);
  }
  const keys = async () => ['drivers/there.jpg'];
  await prune(archive, { chain: 'one', keys, kept: KEPT, now: NOW });
  const kept = await listSealed(archive, 'chains/');
  const segments = kept.filter((name) => name.includes('/wal/')).map((name) => Number(`0x${name.slice(-8)}`));
  expect(segments.toSorted((one, other) => one - other)).toEqual([11, 12, 21, 25, 31, 32, 33]);
  expect(kept.filter((name) => name.endsWith('/base')).sort()).toEqual(
    bases.slice(1).map((base) => baseObject(base, 'base')),
  );
  expect((await listSealed(archive, 'photos/')).sort()).toEqual([
    'photos/drivers/both.jpg',
    'photos/drivers/there.jpg',
  ]);
});

test('a base that was cut off goes after a day, and one that may be under way stays', async () => {
  await put(baseOf('2026-11-28', 30));
  for (const day of ['2026-11-26', '2026-11-28']) {
    await putSealed(
      archive,
      baseObject({ chain: 'other', id: idOfBase(new Date(`${day}T01:00:00Z`)) }, 'files'),
      'half',
    );
  }
  await prune(archive, { chain: 'one', keys: async () => [], kept: KEPT, now: NOW });
  const halves = (await listSealed(archive, 'chains/')).filter((name) => name.startsWith('chains/other/'));
  expect(halves).toEqual(['chains/other/bases/20261128T010000.000Z/files']);
});

test('the log that waits for the first base of another server in the place stays, that of an old chain goes', async () => {
  await put(baseOf('2026-11-28', 30));
  const [young, old] = ['20261127T220000-a', '20261101T220000-b'];
  for (const chain of [young, old]) await putSealed(archive, segmentObject(chain, segment(1)), 'log');
  await prune(archive, { chain: 'one', keys: async () => [], kept: KEPT, now: NOW });
  const left = (await listSealed(archive, 'chains/')).filter((name) => !name.startsWith('chains/one/'));
  expect(left).toEqual([segmentObject(young, segment(1))]);
});

test('a base that cannot be read stays with all that it may need, and the others are removed as ever', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  const damaged = baseOf('2026-07-02', 11, 'other');
  const [gone, before, newest] = [baseOf('2026-06-01', 1), baseOf('2026-07-01', 6), baseOf('2026-11-28', 30)];
  for (const base of [gone, before, damaged, newest]) await put(base);
  await putSealed(archive, baseObject(damaged, 'base'), 'nonsense');
  await putSealed(archive, segmentObject('other', segment(2)), 'log');
  await putSealed(archive, photoObject('drivers/theirs.jpg'), 'theirs');
  await prune(archive, { chain: 'one', keys: async () => [], kept: KEPT, now: NOW });
  const left = await listSealed(archive, 'chains/');
  expect(left.filter((name) => name.endsWith('/base')).sort()).toEqual(
    [before, damaged, newest].map((base) => baseObject(base, 'base')).sort(),
  );
  expect(left).toContain(segmentObject('other', segment(2)));
  expect(await listSealed(archive, 'photos/')).toEqual(['photos/drivers/theirs.jpg']);
  expect(warned.mock.lastCall?.[0]).toContain('nothing is removed that this backup may need');
});

test.each([
  ['stay while another server keeps bases in the same place', '2026-11-28', ['photos/drivers/others.jpg']],
  ['stay while every moment of a chain that ended is kept', '2026-11-14', ['photos/drivers/others.jpg']],
  ['go once those moments are over', '2026-11-12', []],
])('photos that no base names %s', async (_, day, photos) => {
  await put(baseOf('2026-11-28', 30));
  await put(baseOf(day, 1, 'other'));
  await putSealed(archive, photoObject('drivers/others.jpg'), 'others');
  await prune(archive, { chain: 'one', keys: async () => [], kept: KEPT, now: NOW });
  expect(await listSealed(archive, 'photos/')).toEqual(photos);
});
