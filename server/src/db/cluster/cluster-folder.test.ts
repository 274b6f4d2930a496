import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartRefusal } from '#lib/refusal.ts';
import { BACKUP_MARK, hasCluster, PARTS, refuseBackup, WHOLE } from './cluster-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'banbo-folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const put = (path: string, content = ''): void => {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true });
  writeFileSync(join(dataDir, path), content);
};

const putCluster = (): void => {
  for (const part of PARTS) put(`database/${part}`, part === 'PG_VERSION' ? '18\n' : '');
  put('database/postmaster.opts');
};

const refusal = (): string => {
  const before = readdirSync(dataDir, { recursive: true });
  try {
    hasCluster(dataDir, 18);
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefusal);
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
    return (error as Error).message;
  }
  return 'not refused';
};

test('an empty folder, or one with what an unfinished start left, has no cluster yet', () => {
  expect(hasCluster(dataDir, 18)).toBe(false);
  const left = ['lock', 'spare', 'database.draft/PG_VERSION', 'restored.draft/files/one.jpg', 'log/postgresql.log'];
  for (const name of [...left, 'socket/.s.PGSQL.5432', '.banbo-demo', 'lost+found/1']) put(name);
  expect(hasCluster(dataDir, 18)).toBe(false);
});

test('a whole cluster is opened', () => {
  putCluster();
  expect(hasCluster(dataDir, 18)).toBe(true);
});

test.each(PARTS)('a cluster without %s is refused in one line that names it', (part) => {
  putCluster();
  rmSync(join(dataDir, 'database', part), { recursive: true });
  expect(refusal()).toBe(
    `${dataDir}/database is no whole database, without ${part}: restore a backup, or set another DATA_DIR`,
  );
});

test('an empty folder named database is refused, not filled', () => {
  mkdirSync(join(dataDir, 'database'));
  expect(refusal()).toContain(`is no whole database, without PG_VERSION, ${WHOLE}, global/pg_control`);
});

test.each([['secrets/TOKEN_SECRET'], ['files/drivers/one.jpg'], ['letters/to-accra.txt']])(
  'a folder that holds %s and no database is refused: nothing is made over what may be somebody’s data',
  (path) => {
    put(path);
    expect(refusal()).toBe(
      `${dataDir} holds ${path.split('/')[0]} but no database: restore a backup, or set another DATA_DIR`,
    );
  },
);

test('a folder of the former engine is refused in one line', () => {
  for (const part of PARTS) if (part !== WHOLE) put(`database/${part}`);
  expect(existsSync(join(dataDir, 'database/postmaster.opts'))).toBe(false);
  expect(refusal()).toBe(
    `${dataDir}/database was made by the engine of an earlier version, which this one cannot read: start that version, or set another DATA_DIR`,
  );
});

test('a cluster of another version of PostgreSQL is refused in one line that says what to set', () => {
  putCluster();
  put('database/PG_VERSION', '17\n');
  expect(refusal()).toBe(
    `${dataDir}/database was made by PostgreSQL 17, and its programs here are 18: start it with programs of 17 (POSTGRES_BIN)`,
  );
});

test('a restore that was cut off between its last steps is refused in one line', () => {
  put('restored/database/PG_VERSION');
  put('secrets/TOKEN_SECRET');
  expect(refusal()).toBe(`${dataDir} holds a restore that was cut off: empty the folder and restore again`);
});

test('a folder that is a file is refused in one line', () => {
  put('file');
  expect(() => hasCluster(join(dataDir, 'file'), 18)).toThrow(`${dataDir}/file is a file, and must be a folder`);
});

test('a backup is refused as the folder of a server, in one line that says how to use it', () => {
  putCluster();
  refuseBackup(dataDir);
  put(BACKUP_MARK, '{}');
  expect(() => refuseBackup(dataDir)).toThrow(
    `${dataDir} is a backup: put it into another folder with npm run restore -- ${dataDir}`,
  );
});
