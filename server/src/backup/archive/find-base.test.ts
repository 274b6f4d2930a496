import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginningOf, lastTransactionIn, otherSegment } from '#db/cluster/log-segment.ts';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import { type BackupArchive, baseObject, idOfBase, putSealed, segmentObject } from './archive.ts';
import { findBase } from './find-base.ts';
import { unpackPhotos } from './open-base.ts';
import { beginSealing } from './sealing.ts';

let folder: string;
let archive: BackupArchive;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-archive-'));
  const store = folderArchive(folder);
  archive = { store, sealing: await beginSealing(store, undefined) };
});
afterEach(() => rmSync(folder, { recursive: true }));

const OFFICE = '7312000000000000001';

const segment = (number: number): string =>
  `00000001${'0'.repeat(8)}${number.toString(16).toUpperCase().padStart(8, '0')}`;

const at = (moment: string): Date => new Date(`2026-11-${moment}:00Z`);

/** A segment with the commit of one transaction. */
const logOf = (name: string, system: string, committed: Date): Buffer => {
  const content = Buffer.alloc(16 * 1024 * 1024);
  content.writeUInt16LE(0x0002, 2);
  content.writeUInt32LE(1, 4);
  content.writeBigUInt64LE(beginningOf(name), 8);
  content.writeBigUInt64LE(BigInt(system), 24);
  content.writeUInt32LE(8_192, 36);
  content.writeUInt32LE(34, 40);
  content.writeUInt8(1, 40 + 17);
  content.writeUInt8(255, 40 + 24);
  content.writeBigInt64LE(BigInt(committed.getTime() - Date.UTC(2000, 0, 1)) * 1000n, 40 + 26);
  return content;
};

type Kept = { system?: string; segments: number[]; until: string };

/** Puts a base whose own log is one segment, and the segments of its chain. */
const put = async (chain: string, ended: string, { system = OFFICE, segments, until }: Kept): Promise<void> => {
  const base = { chain, id: idOfBase(at(ended)), begun: at(ended).toISOString(), ended: at(ended).toISOString() };
  const [first = 0] = segments;
  const log = { first: segment(first), last: segment(first), label: 'a label', version: 18, system };
  await putSealed(archive, baseObject(base, 'base'), JSON.stringify({ format: 1, ...base, ...log }));
  for (const number of segments) {
    const name = segment(number);
    await putSealed(archive, segmentObject(chain, name), Readable.from([logOf(name, system, at(until))]));
  }
};

const find = async (to: string | null, chain?: string): Promise<string> => {
  const { base, target } = await findBase(archive, { to: to === null ? null : at(to), chain });
  return `${base.chain} ${base.ended.slice(8, 16)} ${target instanceof Date ? 'to' : target}`;
};

const SEVERAL = /has the backups of several servers\. Name the one that you want by adding its --chain:\n--chain=/;

test('a server that went on after a restore has a chain of its own, and each of its moments is found', async () => {
  await put('lost', '10T02:00', { segments: [1, 2, 3], until: '11T12:00' });
  await put('goes-on', '11T15:00', { segments: [4, 5], until: '12T12:00' });
  expect(await find(null)).toBe('goes-on 11T15:00 all');
  expect(await find('11T11:59')).toBe('lost 10T02:00 to');
  expect(await find('12T11:59')).toBe('goes-on 11T15:00 to');
  expect(await find(null, 'lost')).toBe('lost 10T02:00 all');
  // Between the two nothing was kept.
  await expect(find('11T13:00')).rejects.toThrow(
    `The backups in ${folder} do not reach 2026-11-11 13:00:00. These moments can be restored:\n--chain=lost (database ${OFFICE})\nfrom 2026-11-10 02:00:00 to 2026-11-11 11:59:59\n`,
  );
});

test('a copy of the folder that outlived the office is restored only by its name', async () => {
  await put('office', '10T02:00', { segments: [1, 2], until: '11T12:00' });
  await put('drill', '11T09:00', { segments: [2, 3], until: '11T18:00' });
  await expect(find(null)).rejects.toThrow(SEVERAL);
  await expect(find('11T11:00')).rejects.toThrow(SEVERAL);
  expect(await find('10T11:00')).toBe('office 10T02:00 to');
  expect(await find(null, 'office')).toBe('office 10T02:00 all');
  expect(await find(null, 'drill')).toBe('drill 11T09:00 all');
  await expect(find(null, 'offices')).rejects.toThrow('has no --chain=offices. These moments can be restored:\n');
});

test('a copy that ended before the office did needs no name', async () => {
  await put('office', '10T02:00', { segments: [1, 2], until: '12T12:00' });
  await put('drill', '11T09:00', { segments: [2, 3], until: '11T18:00' });
  expect(await find(null)).toBe('office 10T02:00 all');
});

test('a new and empty server in the same place never stands for the office', async () => {
  await put('office', '10T02:00', { segments: [1, 2], until: '11T12:00' });
  await put('empty', '11T14:00', { system: '7312000000000000002', segments: [1], until: '11T15:00' });
  await expect(find(null)).rejects.toThrow(SEVERAL);
  expect(await find('11T11:00')).toBe('office 10T02:00 to');
});

test('a moment after the log of a gap is refused, and one before it is not', async () => {
  await put('office', '10T02:00', { segments: [1, 2, 4], until: '10T12:00' });
  await expect(find(null)).rejects.toThrow(
    `chains/office/wal/${segment(3)}.zst in ${folder} is missing, so what came later cannot be restored. To go back to the moment before: npm run restore -- --to='2026-11-10 11:59:59'`,
  );
  expect(await find('10T11:00')).toBe('office 10T02:00 to');
});

test('a backup that cannot be read is named and passed over, in whichever chain', async () => {
  await put('office', '10T02:00', { segments: [1, 2], until: '10T12:00' });
  await put('drill', '09T09:00', { segments: [1], until: '09T18:00' });
  const broken = `${baseObject({ chain: 'drill', id: idOfBase(at('09T09:00')) }, 'base')}.zst`;
  truncateSync(join(folder, broken), 20);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await find(null)).toBe('office 10T02:00 all');
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`${broken} in ${folder} cannot be read`));
  warned.mockRestore();
});

test('a segment that somebody made up is refused or told without a time, and ends at once', () => {
  const name = segment(1);
  const forged = (change: (content: Buffer) => void): Buffer => {
    const content = logOf(name, OFFICE, at('10T02:00'));
    change(content);
    return content;
  };
  const withoutPages = forged((content) => content.writeUInt32LE(0, 36));
  expect(otherSegment(withoutPages, name, OFFICE)).toBe('is no whole segment of the log');
  const endless = forged((content) => {
    content.writeUInt16LE(0x0003, 2);
    content.writeUInt32LE(0xfffffff0, 16);
  });
  expect(lastTransactionIn(endless)).toBeNull();
  const late = forged((content) => content.writeBigInt64LE(2n ** 63n - 1n, 40 + 26));
  expect(lastTransactionIn(late)).toBeNull();
  expect(lastTransactionIn(forged(() => {}))).toEqual(at('10T02:00'));
});

test('a base that lacks its own log is passed over', async () => {
  await put('office', '10T02:00', { segments: [1, 2], until: '10T12:00' });
  await put('office', '11T02:00', { segments: [5], until: '11T12:00' });
  rmSync(join(folder, 'chains/office/wal', `${segment(5)}.zst`));
  await expect(find(null)).rejects.toThrow(
    `${segment(5)}.zst in ${folder} is missing, so what came later cannot be restored. To go back to the moment before: npm run restore -- --to='2026-11-10 11:59:59'`,
  );
});

test('an object whose name leads out of the folder of photos, or that is damaged, is named and left out', async () => {
  mkdirSync(join(folder, 'draft'));
  mkdirSync(join(folder, 'photos/drivers'), { recursive: true });
  writeFileSync(join(folder, 'photos/drivers/cut.jpg.zst'), 'no photo');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const keys = ['../../evil', 'drivers/../../../evil', '/etc/evil', 'evil', 'drivers/cut.jpg'];
  await unpackPhotos(
    archive,
    keys.map((key) => `photos/${key}`),
    join(folder, 'draft/inner'),
  );
  expect(warned.mock.calls.map(([line]) => String(line).split(' in ')[0])).toEqual(
    keys.map((key) => `photos/${key}.zst`),
  );
  warned.mockRestore();
  expect(readdirSync(join(folder, 'draft'), { recursive: true }).sort()).toEqual([
    'inner',
    'inner/files',
    'inner/files/drivers',
  ]);
});
