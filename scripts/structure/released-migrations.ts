import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Offence } from './offences.ts';

const MIGRATIONS = 'server/migrations';
/** The rule holds from the commit that added this file: two earlier migrations broke it. */
const SINCE = 'scripts/structure/released-migrations.ts';

export const NEVER_CHANGED = 'A committed migration never changes: a later one alters what it made.';
export const NUMBERS_RISE = 'A new migration has a higher number than those before it.';

/** A file that one commit, or the work tree, added (`A`), or changed in another way. */
type Change = { status: string; path: string };

// A checkout may belong to another user than the one who tests it.
const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'safe.directory=*', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

const changesIn = (lines: string): Change[] =>
  lines
    .split('\n')
    .filter((line) => line.includes('\t') && line.endsWith('.sql'))
    .map((line) => {
      const [status = '', path = ''] = line.split('\t');
      return { status, path };
    });

/** The changes of migrations since the rule, by commit from the oldest, then uncommitted ones. */
const history = (root: string): { before: string[]; steps: Change[][] } => {
  const log = ['log', '--first-parent', '--format=%H'];
  const since = git(root, ...log, '--diff-filter=A', '--', SINCE)
    .split('\n')
    .at(-1);
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard', '--', MIGRATIONS);
  const inTree = [
    ...changesIn(git(root, 'diff', '--no-renames', '--name-status', 'HEAD', '--', MIGRATIONS)),
    ...changesIn(untracked.replace(/^(?=.)/gm, 'A\t')),
  ];
  const base = since || 'HEAD';
  const commits = git(root, 'log', '--first-parent', '--reverse', '--format=%H', `${base}..HEAD`, '--', MIGRATIONS);
  const steps = commits
    .split('\n')
    .filter((commit) => commit !== '')
    .map((commit) =>
      changesIn(git(root, 'diff', '--no-renames', '--name-status', `${commit}^1`, commit, '--', MIGRATIONS)),
    );
  const before = git(root, 'ls-tree', '--name-only', base, `${MIGRATIONS}/`).split('\n');
  return { before, steps: [...steps, inTree] };
};

/** Migrations changed after their commit, or added below an existing one; none without git. */
export const migrationOffences = (root: string): Offence[] => {
  if (!existsSync(join(root, '.git'))) return [];
  const { before, steps } = history(root);
  const offences: Offence[] = [];
  let highest = before.map((path) => basename(path)).reduce((one, other) => (one > other ? one : other), '');
  for (const step of steps) {
    const reached = highest;
    for (const { status, path } of step) {
      const name = basename(path);
      if (status !== 'A') offences.push({ at: `${path}:1`, rule: NEVER_CHANGED, detail: '' });
      else if (name.slice(0, 4) <= reached.slice(0, 4)) {
        offences.push({ at: `${path}:1`, rule: NUMBERS_RISE, detail: `after ${reached}` });
      }
      if (name > highest) highest = name;
    }
  }
  return offences;
};
