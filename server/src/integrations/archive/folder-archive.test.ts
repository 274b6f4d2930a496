import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepsNothingBroken, keepsStreams, namesIn } from '../../../test/s3/archive-promises.ts';
import { folderArchive } from './folder-archive.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a folder keeps streams whole, of no size or of several parts, and lists and removes them', () =>
  keepsStreams(folderArchive(folder)));

test('a folder keeps nothing of a stream that breaks', () => keepsNothingBroken(folderArchive(folder)));

test('a folder that is not there is not made, and has no say on what is in it', async () => {
  const away = folderArchive(join(folder, 'away'));
  const works = [() => away.put('a', Readable.from(['x'])), () => away.has('a'), () => namesIn(away, 'chains/')];
  for (const work of works) await expect(work()).rejects.toThrow('ENOENT');
});
