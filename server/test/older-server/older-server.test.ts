import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/db/migration/migrate.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { chooseTests, tablesNamed } from './choose-tests.ts';
import { commitBefore, migrationsToLiveWith, type OlderTree, takeTree } from './older-tree.ts';
import { prepareAsBefore, runOlder, updateBySelf } from './run-older.ts';

const ROOT = join(import.meta.dirname, '../../..');
const hasHistory = existsSync(join(ROOT, '.git'));

/** The files of now where there is no history, such as a copy without its repository. */
const treeOf = (commit: () => string): OlderTree =>
  hasHistory || process.env.CI === 'true' ? takeTree(ROOT, commit()) : { folder: ROOT, remove: () => {} };

/** A PostgreSQL with the database of an older tree. */
const preparedBy = async (tree: OlderTree): Promise<ThrowawayCluster> => {
  const cluster = await startThrowawayCluster();
  await prepareAsBefore(tree.folder, cluster.socketDir);
  return cluster;
};

/** Tests of before that hold tables to their shape, which a new column or reference changes. */
const OF_SHAPE = [
  'no table refers to plots, tenants or tenancies without being asked about',
  'a position of Traccar is stored in km/h, and is the newest place of its device',
];

const newer = await migrationsToLiveWith(ROOT);
const isChecked = newer.length > 0 && (hasHistory || process.env.CI === 'true');

test('the server of before the newer migrations passes its API tests on the schema that they make', async () => {
  const [first] = newer;
  if (first === undefined) return;
  if (!isChecked) return console.log(`Not tried, since here is no history of git: ${newer.join(', ')}`);
  const tree = treeOf(() => commitBefore(ROOT, first));
  onTestFinished(tree.remove);
  const cluster = await preparedBy(tree);
  onTestFinished(cluster.stop);
  await updateBySelf(cluster.socketDir, MIGRATIONS);
  const texts = newer.map((name) => readFileSync(join(MIGRATIONS, `${name}.sql`), 'utf8'));
  const server = join(tree.folder, 'server');
  const tables = tablesNamed(readFileSync(join(server, 'schema.sql'), 'utf8'), texts);
  const chosen = chooseTests(server, tables, Boolean(process.env.LONG));
  const { passed, failures } = await runOlder(tree.folder, cluster.socketDir, chosen);
  expect(failures.filter((failure) => !OF_SHAPE.some((title) => failure.includes(title)))).toEqual([]);
  expect(passed).toBeGreaterThanOrEqual(chosen.length);
});

test('the tests beside a repository that writes to a changed table are chosen, and those that walk all calls', () => {
  const server = join(ROOT, 'server');
  const schema = readFileSync(join(server, 'schema.sql'), 'utf8');
  const tables = tablesNamed(schema, [
    '-- payments\nALTER TABLE bank_deposits_new ADD x int;',
    'CREATE INDEX a ON banks (bank);',
  ]);
  expect(tables).toEqual(['banks']);
  const chosen = chooseTests(server, tables, false);
  expect(chosen).toContain('test/walk/every-endpoint.test.ts');
  expect(chosen).toContain('src/domains/lookups/lookups.test.ts');
  expect(chosen).not.toContain('src/domains/payments/claims/submit-payment.test.ts');
  const all = chooseTests(server, [], true);
  expect(all).toContain('src/domains/payments/claims/submit-payment.test.ts');
  expect(all).not.toContain('src/domains/payments/claims/claims-migration.test.ts');
});

/** A file that stores payments, and takes seconds. */
const CHOSEN = ['src/domains/payments/claims/submit-payment.test.ts'];
const GOOD = `ALTER TABLE payments ADD COLUMN came_by text NOT NULL DEFAULT 'web';
  CREATE TABLE ways (name text PRIMARY KEY);
  CREATE INDEX payments_came_by ON payments (came_by);`;
const BREAKING = 'ALTER TABLE payments ALTER COLUMN came_by DROP DEFAULT;';

test('a migration that adds is lived with, and one that asks of every row what the version before does not say is caught', async () => {
  const tree = treeOf(() => execFileSync('git', ['-C', ROOT, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim());
  onTestFinished(tree.remove);
  const cluster = await preparedBy(tree);
  onTestFinished(cluster.stop);
  const folder = mkdtempSync(join(tmpdir(), 'banbo-newer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, '9998_good.sql'), GOOD);
  await updateBySelf(cluster.socketDir, folder);
  const good = await runOlder(tree.folder, cluster.socketDir, CHOSEN);
  expect(good.failures).toEqual([]);
  expect(good.passed).toBeGreaterThan(10);

  writeFileSync(join(folder, '9999_breaking.sql'), BREAKING);
  await updateBySelf(cluster.socketDir, folder);
  const caught = await runOlder(tree.folder, cluster.socketDir, CHOSEN);
  expect(caught.failures.length).toBeGreaterThan(0);
  expect(caught.failures.join('\n')).toMatch(/expected 500 to be 201|came_by/);
});

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-history-'));
  git('init', '--quiet', '--initial-branch=main');
  add('0001_first');
  add('0002_second');
  add('0003_third', '-- needs: all servers stopped\n');
  add('0004_fourth');
  add('0005_fifth');
});
afterAll(() => rmSync(root, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
const write = (name: string, text: string): void => {
  const path = join(root, `server/migrations/${name}.sql`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const add = (name: string, head = ''): void => {
  write(name, `${head}CREATE TABLE a_${name} ();`);
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', `--message=${name}`);
};
const subject = (commit: string): string => git('show', '--no-patch', '--format=%s', commit);

test('to be lived with is all that came after the release, and after a change that needs all servers stopped', async () => {
  expect(await migrationsToLiveWith(root, '0005_fifth')).toEqual([]);
  expect(await migrationsToLiveWith(root, '0004_fourth')).toEqual(['0005_fifth']);
  expect(await migrationsToLiveWith(root, '0001_first')).toEqual(['0004_fourth', '0005_fifth']);
});

test('the version before is that of the commit before a migration, and the latest one where it is not committed', () => {
  expect(subject(commitBefore(root, '0002_second'))).toBe('0001_first');
  expect(subject(commitBefore(root, '0005_fifth'))).toBe('0004_fourth');
  write('0006_sixth', 'CREATE TABLE sixth ();');
  expect(subject(commitBefore(root, '0006_sixth'))).toBe('0005_fifth');
});

test('a branch counts as the one change that its merge makes', () => {
  git('checkout', '--quiet', '-b', 'branch');
  add('0007_seventh');
  add('0008_eighth');
  git('checkout', '--quiet', 'main');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  git(...author, 'merge', '--quiet', '--no-ff', '--message=merge', 'branch');
  expect(subject(commitBefore(root, '0008_eighth'))).toBe('0005_fifth');
});

test('a clone that is not deep enough, and files without a history, are refused and never passed over', () => {
  const shallow = join(root, 'shallow');
  git('clone', '--quiet', '--depth=2', `file://${root}`, shallow);
  expect(() => commitBefore(shallow, '0002_second')).toThrow('fetch its whole history (git fetch --unshallow)');
  rmSync(join(shallow, '.git'), { recursive: true });
  expect(() => commitBefore(shallow, '0002_second')).toThrow('Here is no history of git');
});
