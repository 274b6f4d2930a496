import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import {
  checkDisk,
  checkFolder,
  checkMemory,
  checkNode,
  checkOpenFiles,
  checkPostgres,
  checkSecretFiles,
  judgeDisk,
  judgeFolder,
  judgeTimeService,
} from './check-machine.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'banbo-doctor-'));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

const space = (megabytes: number, ffree = 500) => ({ bavail: megabytes, bsize: 1024 ** 2, files: 1_000, ffree });

test.each([
  [space(63), 'bad', 'nobody can write'],
  [space(1_000), 'warn', 'Only 1000 MB'],
  [space(50_000, 9), 'bad', 'any more files'],
  [space(50_000), 'good', '50000 MB'],
  [{ ...space(50_000, 0), files: 0 }, 'good', '50000 MB'],
] as const)('a disk with %o', (found, grade, words) => {
  expect(judgeDisk('/srv/data', found)).toMatchObject({ grade, says: expect.stringContaining(words) });
});

test('a disk that cannot be read', () => {
  expect(checkDisk(join(dataDir, 'none'))).toMatchObject({ grade: 'bad', todo: expect.stringContaining('DATA_DIR') });
});

test.each([
  [{ uid: 4_711, mode: 0o700 }, 1_000, 'bad', 'belongs to #4711'],
  [{ uid: 1_000, mode: 0o750 }, 1_000, 'bad', 'Other users'],
  [{ uid: 1_000, mode: 0o704 }, 1_000, 'bad', 'Other users'],
  [{ uid: 0, mode: 0o711 }, 0, 'warn', 'root'],
  [{ uid: 1_000, mode: 0o700 }, 1_000, 'good', 'yours alone'],
] as const)('a folder with %o for the user %s', (owned, own, grade, words) => {
  expect(judgeFolder('/srv/data', owned, own)).toMatchObject({ grade, says: expect.stringContaining(words) });
});

test('a folder of root’s is to be given to the user who runs the service, who must not become root', () => {
  expect(judgeFolder('/srv/data', { uid: 0, mode: 0o40700 }, 1000)).toMatchObject({
    grade: 'bad',
    todo: expect.stringMatching(/chown -R \S+ \/srv\/data$/),
  });
});

test('secrets that others can read are named', () => {
  expect(checkSecretFiles(dataDir)).toEqual([]);
  fs.mkdirSync(join(dataDir, 'secrets'));
  const secret = join(dataDir, 'secrets', 'TOKEN_SECRET');
  fs.writeFileSync(secret, 'x', { mode: 0o600 });
  expect(checkSecretFiles(dataDir)).toMatchObject([{ grade: 'good' }]);
  fs.chmodSync(secret, 0o640);
  expect(checkSecretFiles(dataDir)).toMatchObject([{ grade: 'bad', says: expect.stringContaining(secret) }]);
});

test('a folder that is missing, or a file, keeps from looking into the database', () => {
  const file = join(dataDir, 'file');
  fs.writeFileSync(file, '');
  for (const DATA_DIR of [join(dataDir, 'none'), file]) {
    const found = checkFolder(readConfig({ DATA_DIR }));
    expect(found).toMatchObject({ isUsable: false, findings: [{ grade: 'bad' }] });
  }
  expect(checkFolder(readConfig({ DATA_DIR: dataDir }))).toMatchObject({ isUsable: true });
});

test('an old Node', () => {
  expect(checkNode('20.11.0', '24.21.0')).toMatchObject({ grade: 'bad' });
  expect(checkNode('24.1.0', '24.21.0')).toMatchObject({ grade: 'good' });
});

test('PostgreSQL’s programs that are missing, or of another version than the database', () => {
  const of = (settings: Record<string, string> = {}) => checkPostgres(readConfig({ DATA_DIR: dataDir, ...settings }));
  expect(of({ POSTGRES_BIN: dataDir })).toMatchObject([
    { grade: 'bad', says: expect.stringContaining('POSTGRES_BIN') },
  ]);
  expect(of()).toMatchObject([{ grade: 'warn', says: expect.stringContaining('no database') }]);
  fs.mkdirSync(join(dataDir, 'database'));
  expect(of()).toMatchObject([{ grade: 'bad' }]);
  expect(of({ DATABASE_URL: 'postgres://a@b/c' })).toEqual([]);
});

test('too little memory, or more given away than there is', () => {
  expect(checkMemory(256, {})).toMatchObject({ grade: 'bad' });
  expect(checkMemory(900, { POSTGRES_MEMORY_MB: 2_000 })).toMatchObject({ grade: 'bad' });
  expect(checkMemory(490, {})).toMatchObject({ grade: 'good' });
});

test('a low limit on open files', () => {
  expect(checkOpenFiles(300)).toMatchObject({ grade: 'warn' });
  expect([checkOpenFiles(4_096).grade, checkOpenFiles(null).grade]).toEqual(['good', 'good']);
});

test('a clock that nothing keeps right', () => {
  expect(judgeTimeService('no\n')).toMatchObject([{ grade: 'bad' }]);
  expect([judgeTimeService('yes\n'), judgeTimeService(null)]).toEqual([[], []]);
});
