import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { StartRefusal } from '#lib/start-refusal.ts';
import type { Binaries } from './binaries.ts';

/**
 * As whom PostgreSQL's programs run, since they refuse root: as this process's own user, as another one, or in a user
 * namespace, where they see themselves as nobody while the files stay root's.
 */
export type RunAs = { kind: 'self' } | { kind: 'user'; uid: number; gid: number } | { kind: 'namespace' };

type Command = { program: string; args: string[]; options: { uid?: number; gid?: number } };

/** The command that runs a program as `runAs`. */
export const commandAs = (runAs: RunAs, program: string, args: readonly string[]): Command => {
  if (runAs.kind === 'namespace') return { program: 'unshare', args: ['--user', program, ...args], options: {} };
  const options = runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {};
  return { program, args: [...args], options };
};

/** Runs a program to its end as `runAs`, in the root folder, which every user can enter. */
export const runToEnd = (
  runAs: RunAs,
  program: string,
  args: readonly string[],
  input = '',
): SpawnSyncReturns<string> => {
  const command = commandAs(runAs, program, args);
  return spawnSync(command.program, command.args, { ...command.options, cwd: '/', encoding: 'utf8', input });
};

const succeeds = (runAs: RunAs, program: string, args: readonly string[]): boolean =>
  runToEnd(runAs, program, args).status === 0;

const idOf = (flag: string, name: string): number => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : Number.NaN;
};

/** The user without rights that systems have for programs like this, or null where there is none. */
const nobody = (): RunAs | null => {
  const [uid, gid] = [idOf('-u', 'nobody'), idOf('-g', 'nobody')];
  return uid > 0 && gid > 0 ? { kind: 'user', uid, gid } : null;
};

/** Gives a file or folder to the user that PostgreSQL runs as. */
export const giveTo = (runAs: RunAs, path: string): void => {
  if (runAs.kind === 'user') fs.chownSync(path, runAs.uid, runAs.gid);
};

/** Lets PostgreSQL's user through a folder of root's, without letting anybody read what is in it. */
export const letPass = (folder: string): void => {
  if (process.getuid?.() === 0) fs.chmodSync(folder, 0o711);
};

const reaches = (runAs: RunAs, folder: string, { postgres }: Binaries): boolean =>
  succeeds(runAs, 'test', ['-x', folder]) && succeeds(runAs, postgres, ['--version']);

const NAMESPACE: RunAs = { kind: 'namespace' };

/** As whom root runs PostgreSQL on a folder that belongs to root, or is still to be made. */
const forRoot = (folder: string, exists: boolean, binaries: Binaries): RunAs => {
  const other = exists ? null : nobody();
  if (other && reaches(other, dirname(folder), binaries)) return other;
  if (reaches(NAMESPACE, dirname(folder), binaries)) return NAMESPACE;
  const parent = dirname(folder);
  const whose = exists ? `${folder} belongs to root` : `the user nobody cannot reach both ${parent} and its programs`;
  throw new StartRefusal(
    `PostgreSQL does not run as root, ${whose}, and this system forbids user namespaces: start as another user, to whom all of ${parent} belongs`,
  );
};

/**
 * Chooses as whom PostgreSQL runs on the cluster in `folder`, which may not exist yet. Throws a `StartRefusal` that says
 * what to do where nobody can run it.
 */
export const chooseRunAs = (folder: string, binaries: Binaries): RunAs => {
  const owner = fs.statSync(folder, { throwIfNoEntry: false });
  const own = process.getuid?.() ?? 0;
  if (own !== 0) {
    if (owner && owner.uid !== own) throw new StartRefusal(`${folder} belongs to another user: start as its owner`);
    return { kind: 'self' };
  }
  if (!owner || owner.uid === 0) return forRoot(folder, owner !== undefined, binaries);
  const runAs: RunAs = { kind: 'user', uid: owner.uid, gid: owner.gid };
  if (reaches(runAs, folder, binaries)) return runAs;
  throw new StartRefusal(
    `${folder} belongs to user ${owner.uid}, who cannot reach it or ${binaries.postgres}: let that user pass, or start as its owner`,
  );
};
