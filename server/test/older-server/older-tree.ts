import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsStop, RELEASED } from '../../src/db/migration/released-schema.ts';
import { migrationsIn } from '../../src/db/migration/schema-history.ts';

const MIGRATIONS = 'server/migrations';
const WORKSPACES = ['contract', 'server', 'web', 'e2e', 'bench'];

// A checkout may belong to another user than the one who tests it.
const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'safe.directory=*', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/**
 * The migrations that servers of an earlier version must live with: those after the last release,
 * or after a later one that needs all servers stopped.
 */
export const migrationsToLiveWith = async (root: string, released = RELEASED): Promise<string[]> => {
  const folder = join(root, MIGRATIONS);
  const since = (await migrationsIn(folder)).filter((name) => name > released);
  const stops = await Promise.all(since.map((name) => needsStop(folder, name)));
  return since.slice(stops.lastIndexOf(true) + 1);
};

const isThere = (root: string, object: string): boolean => {
  try {
    git(root, 'cat-file', '-e', object);
    return true;
  } catch {
    return false;
  }
};

/**
 * The last commit without a migration: that before the one which added it, or the latest one where
 * it is not committed. Throws where the clone has no history as far back.
 */
export const commitBefore = (root: string, migration: string): string => {
  if (!existsSync(join(root, '.git'))) {
    throw new Error('Here is no history of git, so no server of before can be tried on the newer schema');
  }
  const path = `${MIGRATIONS}/${migration}.sql`;
  const adding = git(root, 'log', '--first-parent', '--diff-filter=A', '--format=%H', '--', path).split('\n').at(-1);
  if (!adding && !isThere(root, `HEAD:${path}`)) return git(root, 'rev-parse', 'HEAD');
  if (adding && isThere(root, `${adding}^1`)) return git(root, 'rev-parse', `${adding}^1`);
  throw new Error(
    `This clone has no commit before ${migration}, so no server of before can be tried on the newer schema: ` +
      'fetch its whole history (git fetch --unshallow)',
  );
};

/** A commit's files in a temporary folder, with the packages that are installed here. */
export type OlderTree = { folder: string; remove: () => void };

/**
 * Takes a commit's files. Its packages are those of now, also where its list of them differs: they
 * are what can be had without a network, and its own code is what must live with the schema.
 */
export const takeTree = (root: string, commit: string): OlderTree => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-older-'));
  const archive = join(folder, 'tree.tar');
  git(root, 'archive', '--format=tar', `--output=${archive}`, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@banbo'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@banbo' && (name === '.bin' || !name.startsWith('.'))) {
      symlinkSync(join(root, 'node_modules', name), join(packages, name));
    }
  }
  // Its own contract, since the one of now would be the newer one.
  for (const name of WORKSPACES) symlinkSync(join(folder, name), join(packages, '@banbo', name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
