import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { withSecrets } from './secrets.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'banbo-secrets-'));
});
afterEach(() => rm(parent, { recursive: true }));

const GIVEN = 'given by whoever runs it, long enough';
const OWN = { id: randomUUID(), isOlder: false, hasSecrets: false, filesGivenUp: 0 };
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a missing DATA_DIR is made for its user alone; root’s can be passed through, but not read', async () => {
  const folder = prepareDataDir(join(parent, 'deep/data'));
  expect(await modeOf(folder)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

test('a DATA_DIR that cannot be made is refused in one line', async () => {
  await writeFile(join(parent, 'file'), '');
  expect(() => prepareDataDir(join(parent, 'file/data'))).toThrow(
    `The setting DATA_DIR is unusable: ${join(parent, 'file/data')} cannot be written to (ENOTDIR)`,
  );
});

test('a secret that is not given is made once and kept for its user alone', async () => {
  const config = readConfig({ DATA_DIR: parent });
  const first = withSecrets(config, OWN);
  expect(first.TOKEN_SECRET.length).toBeGreaterThanOrEqual(32);
  expect(withSecrets(config, OWN)).toEqual(first);
  expect(await readdir(join(parent, 'secrets'))).toEqual(['TOKEN_SECRET', 'banbo-identity']);
  expect(await modeOf(join(parent, 'secrets'))).toBe(0o700);
  expect(await modeOf(join(parent, 'secrets/TOKEN_SECRET'))).toBe(0o600);
});

test('secrets of a database that had some are not made anew: the start is refused in one line', async () => {
  const used = { ...OWN, hasSecrets: true };
  const refusal = `The database’s TOKEN_SECRET is not in ${join(parent, 'secrets')}: put it back from a backup`;
  expect(() => withSecrets(readConfig({ DATA_DIR: parent }), used)).toThrow(refusal);
  expect(await readdir(parent)).toEqual([]);
  withSecrets(readConfig({ DATA_DIR: parent }), OWN);
  await rm(join(parent, 'secrets/TOKEN_SECRET'));
  expect(() => withSecrets(readConfig({ DATA_DIR: parent }), used)).toThrow(refusal);
  expect(withSecrets(readConfig({ DATA_DIR: parent, TOKEN_SECRET: GIVEN }), used).TOKEN_SECRET).toBe(GIVEN);
});

test('a secret that is given is used and not kept', async () => {
  expect(withSecrets(readConfig({ DATA_DIR: parent, TOKEN_SECRET: GIVEN }), OWN).TOKEN_SECRET).toBe(GIVEN);
  expect(await readdir(parent)).toEqual([]);
});

test('in production with DATABASE_URL secrets must be given', () => {
  const production = { DATA_DIR: parent, NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/banbo' };
  expect(() => withSecrets(readConfig(production), OWN)).toThrow(
    'The setting TOKEN_SECRET must be given in production with DATABASE_URL',
  );
  expect(withSecrets(readConfig({ ...production, TOKEN_SECRET: GIVEN }), OWN).TOKEN_SECRET).toBe(GIVEN);
});

const REFUSAL = 'belong to another database: name the two that belong together, or set another DATA_DIR';
const onServer = () => readConfig({ DATA_DIR: parent, DATABASE_URL: 'postgres://localhost/banbo' });

test('the secrets of another database are refused, and stay as they are', () => {
  const { TOKEN_SECRET } = withSecrets(onServer(), OWN);
  const other = { ...OWN, id: randomUUID(), isOlder: true };
  expect(() => withSecrets(onServer(), other)).toThrow(`The secrets in ${join(parent, 'secrets')} ${REFUSAL}`);
  expect(() => withSecrets(readConfig({ DATA_DIR: parent }), other)).toThrow(REFUSAL);
  expect(withSecrets(onServer(), OWN)).toMatchObject({ TOKEN_SECRET });
});

test('secrets from before they had a mark become those of a database that was in use then, and of no new one', async () => {
  await mkdir(join(parent, 'secrets'));
  await writeFile(join(parent, 'secrets/TOKEN_SECRET'), `${GIVEN}\n`);
  expect(() => withSecrets(onServer(), OWN)).toThrow(REFUSAL);
  const older = { ...OWN, id: randomUUID(), isOlder: true };
  expect(withSecrets(onServer(), older).TOKEN_SECRET).toBe(GIVEN);
  expect(() => withSecrets(onServer(), { ...older, id: OWN.id })).toThrow(REFUSAL);
});

test('secrets from before they had a mark stay with the database in their own folder', async () => {
  await mkdir(join(parent, 'secrets'));
  await writeFile(join(parent, 'secrets/TOKEN_SECRET'), GIVEN);
  expect(withSecrets(readConfig({ DATA_DIR: parent }), OWN).TOKEN_SECRET).toBe(GIVEN);
});
