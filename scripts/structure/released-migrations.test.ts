import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationOffences, NEVER_CHANGED, NUMBERS_RISE } from './released-migrations.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-migrations-'));
  git('init', '--quiet', '--initial-branch=main');
  write('0001_first', 'CREATE TABLE first ();');
  write('0003_third', 'CREATE TABLE third ();');
  write('0002_second', 'CREATE TABLE second ();');
  commit();
  write('0001_first', 'CREATE TABLE first (id integer);');
  commit();
  plant('scripts/structure/released-migrations.ts', '');
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' });
const plant = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const write = (name: string, text: string): void => plant(`server/migrations/${name}.sql`, text);
const commit = (): void => {
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=a change');
};
const offences = () => migrationOffences(root).map(({ at, rule }) => [at, rule]);

test('the next numbers are fine, committed or not', () => {
  write('0004_fourth', 'CREATE TABLE fourth ();');
  commit();
  write('0005_fifth', 'CREATE TABLE fifth ();');
  write('0006_sixth', 'CREATE TABLE sixth ();');
  expect(offences()).toEqual([]);
});

test('a migration that was committed may not be changed, moved or taken away', () => {
  write('0003_third', 'CREATE TABLE third (id integer);');
  git('mv', 'server/migrations/0001_first.sql', 'server/migrations/0004_first.sql');
  const caught = [
    ['server/migrations/0001_first.sql:1', NEVER_CHANGED],
    ['server/migrations/0003_third.sql:1', NEVER_CHANGED],
  ];
  expect(offences()).toEqual(caught);
  commit();
  expect(offences()).toEqual(caught);
});

test('a number below one already there is caught', () => {
  write('0005_fifth', 'CREATE TABLE fifth ();');
  commit();
  write('0004_late', 'CREATE TABLE late ();');
  expect(offences()).toEqual([['server/migrations/0004_late.sql:1', NUMBERS_RISE]]);
  commit();
  expect(offences()).toEqual([['server/migrations/0004_late.sql:1', NUMBERS_RISE]]);
});

test('a branch counts as the one change that its merge makes', () => {
  git('checkout', '--quiet', '-b', 'branch');
  write('0004_fourth', 'CREATE TABLE fourth ();');
  commit();
  write('0004_fourth', 'CREATE TABLE fourth (id integer);');
  commit();
  git('checkout', '--quiet', 'main');
  git(
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@localhost',
    'merge',
    '--quiet',
    '--no-ff',
    '-m',
    'merge',
    'branch',
  );
  expect(offences()).toEqual([]);
});

test('where no history is, there is nothing to compare with', () => {
  rmSync(join(root, '.git'), { recursive: true });
  expect(offences()).toEqual([]);
});
