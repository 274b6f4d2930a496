import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postmasterLog } from './postmaster-log.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-log-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const MB = 1024 * 1024;

const say = async (log: ReturnType<typeof postmasterLog>, ...chunks: string[]): Promise<void> => {
  const stream = new PassThrough();
  log.read(stream);
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await finished(stream);
};

test('lines are kept whole however they arrive, and the gravest last one is told', async () => {
  const log = postmasterLog(join(root, 'log'));
  await say(log, '10:00 [7] LOG:  starting\n10:01 [7] FA', 'TAL:  lock file exists\n10:02 [7] LOG:  shut down\n');
  expect(readFileSync(join(root, 'log/postgresql.log'), 'utf8').split('\n')).toEqual([
    '10:00 [7] LOG:  starting',
    '10:01 [7] FATAL:  lock file exists',
    '10:02 [7] LOG:  shut down',
    '',
  ]);
  expect(log.lastError()).toBe('lock file exists');
  expect(log.lastLines()).toHaveLength(3);
});

test('the log takes two files of a megabyte at most', async () => {
  const log = postmasterLog(join(root, 'log'));
  const line = `${'x'.repeat(1023)}\n`;
  for (let part = 0; part < 5; part += 1) await say(log, line.repeat(1024));
  const files = readdirSync(join(root, 'log')).sort();
  expect(files).toEqual(['postgresql.log', 'postgresql.log.1']);
  const sizes = files.map((name) => statSync(join(root, 'log', name)).size);
  expect(Math.max(...sizes)).toBeLessThan(MB + 2 * line.length);
  expect(log.lastLines()).toHaveLength(20);
});

test('a folder that cannot be written to loses lines and nothing else', async () => {
  writeFileSync(join(root, 'log'), 'a file is in the way');
  const log = postmasterLog(join(root, 'log'));
  await say(log, '10:00 [7] PANIC:  no room\n');
  expect(log.lastError()).toBe('no room');
});
