import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartRefusal } from '#lib/refusal.ts';
import { digestParts, readMark, refuseOtherParts, refuseOtherRows, writeMark } from './backup-mark.ts';

const ROWS = new Map([
  ['drivers', 60],
  ['payments', 730],
]);
const PARTS = ['files', 'secrets', 'database'] as const;

let folder: string;
const put = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-mark-'));
  put('files/drivers/a.jpg', 'a photo');
  put('files/drivers/b.jpg', 'another');
  put('secrets/TOKEN_SECRET', 'a secret');
  put('database/base/5/16384', 'rows');
  put('database/base/5/16385', 'an index');
  put('database/postmaster.opts', 'how it was started');
  writeMark(folder, { moment: new Date('2026-11-20T02:30:00Z'), rows: ROWS, parts: await digestParts(folder) });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The words of the refusal, or null for a backup that is whole. */
const refusal = async (rows = ROWS): Promise<string | null> => {
  try {
    const mark = readMark(folder);
    refuseOtherRows(folder, mark, rows);
    refuseOtherParts(folder, mark, await digestParts(folder), PARTS);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefusal);
    const { message } = error as Error;
    const [, what] = /^The backup \S+ is damaged: (.+)\. Restore another one$/.exec(message) ?? [];
    return what ?? message;
  }
};
const changeMark = (change: (mark: Record<string, Record<string, unknown>>) => void): void => {
  const path = join(folder, 'banbo-backup.json');
  const mark = JSON.parse(readFileSync(path, 'utf8'));
  change(mark);
  writeFileSync(path, JSON.stringify(mark));
};

test('a backup that is as it was made passes, whatever its PostgreSQL left beside the files', async () => {
  put('database/postmaster.opts', 'started in another way');
  expect(await refusal()).toBeNull();
});

test('tables with other rows, missing ones and ones without an entry are named', async () => {
  expect(await refusal(new Map([...ROWS, ['payments', 50]]))).toBe('the table payments has 50 rows of 730');
  expect(await refusal(new Map([['drivers', 60]]))).toBe('the table payments is missing');
  changeMark(({ rows }) => delete rows?.payments);
  expect(await refusal()).toBe('banbo-backup.json has no entry for the table payments');
  const many = new Map(Array.from({ length: 5 }, (_, n) => [`table_${n}`, n] as const));
  expect(await refusal(new Map([...ROWS, ...many]))).toMatch(/table_1 and 3 more differ$/);
});

test.each([
  ['a missing photo', () => rmSync(join(folder, 'files/drivers/a.jpg')), 'photos and their mark are 1 files of 2'],
  [
    'a shorter photo',
    () => truncateSync(join(folder, 'files/drivers/a.jpg'), 3),
    'photos and their mark are not those that were copied',
  ],
  ['a changed secret', () => put('secrets/TOKEN_SECRET', 'b secret'), 'secrets are not those that were copied'],
  ['no secrets', () => rmSync(join(folder, 'secrets'), { recursive: true }), 'secrets are 0 files of 1'],
  [
    'a changed index',
    () => put('database/base/5/16385', 'an indey'),
    'the database’s files are not those that were copied',
  ],
  ['an entry that is gone', () => changeMark(({ parts }) => delete parts?.secrets), 'banbo-backup.json cannot be read'],
  ['half a mark', () => truncateSync(join(folder, 'banbo-backup.json'), 99), 'banbo-backup.json cannot be read'],
])('%s is refused in one line', async (_, damage, what) => {
  damage();
  expect(await refusal()).toBe(what);
});

test('the mark of an earlier version has rows alone, which are compared', async () => {
  changeMark((mark) => {
    for (const name of ['format', 'parts']) delete mark[name];
  });
  put('secrets/TOKEN_SECRET', 'b secret');
  expect(await refusal()).toBeNull();
  expect(await refusal(new Map([...ROWS, ['payments', 50]]))).toBe('the table payments has 50 rows of 730');
});
