import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OPS, programAt } from './programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-logs-'));
  mkdirSync(join(folder, 'log'), { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The file of `ops` for a folder of the test's, without another user. */
const asHere = (): string => {
  const path = join(folder, 'logrotate');
  const text = readFileSync(join(OPS, 'logs/logrotate'), 'utf8').replaceAll('/var/log/banbo', join(folder, 'log'));
  writeFileSync(path, text.replace(/^ *su .*\n/m, ''), { mode: 0o644 });
  return path;
};

const rotate = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(programAt('logrotate'), ['-s', join(folder, 'state'), ...args], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

test('logrotate reads the file, and empties the log that the server keeps open', () => {
  const log = join(folder, 'log', 'banbo.log');
  writeFileSync(log, 'line\n'.repeat(1_000));
  const tried = rotate('-d', asHere());
  expect(tried).toMatchObject({ status: 0, said: expect.stringContaining('considering log') });
  expect(tried.said).not.toMatch(/error|unknown/i);
  const { ino } = statSync(log);
  expect(rotate('-f', asHere())).toMatchObject({ status: 0 });
  expect(statSync(log)).toMatchObject({ ino, size: 0 });
});

test('the journal’s bounds are settings that it has', () => {
  const names = [...readFileSync(join(OPS, 'logs/journald.conf'), 'utf8').matchAll(/^(\w+)=(.+)$/gm)].map(
    ([, name]) => name,
  );
  const shipped = readFileSync('/etc/systemd/journald.conf', 'utf8');
  expect(names).toHaveLength(4);
  expect(names.filter((name) => !shipped.includes(`#${name}=`))).toEqual([]);
});
