import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSocketFolder } from './cluster-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-sockets-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const make = (dataDir: string) => makeSocketFolder(dataDir, { kind: 'self' });
const modeOf = (folder: string): number => statSync(folder).mode & 0o777;

test('the socket is in DATA_DIR, for its user alone, and goes with its PostgreSQL', () => {
  const { folder, remove } = make(root);
  expect(folder).toBe(join(root, 'socket'));
  expect(modeOf(folder)).toBe(0o700);
  remove();
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ['too long for a socket', 'long'.repeat(30)],
  ['a list to PostgreSQL', 'one,two'],
  ['a quoted name to PostgreSQL', 'one"two'],
])('where its path would be %s, the socket is in a new folder for temporary files', (_why, name) => {
  const dataDir = join(root, name);
  mkdirSync(dataDir);
  const { folder, remove } = make(dataDir);
  expect(folder.startsWith(join(tmpdir(), 'banbo-socket-'))).toBe(true);
  expect(Buffer.byteLength(join(folder, '.s.PGSQL.5432.lock'))).toBeLessThanOrEqual(103);
  expect(modeOf(folder)).toBe(0o700);
  remove();
  expect(existsSync(folder)).toBe(false);
});
