import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefusal } from '#lib/refusal.ts';
import type { Binaries } from './binaries.ts';

/**
 * The user for PostgreSQL's programs, which refuse root: this process's own user, another one, or a
 * user namespace, where they see themselves as `nobody` while the files stay root's.
 */
export type RunAs = { kind: 'self' } | { kind: 'user'; uid: number; gid: number } | { kind: 'namespace' };

type Command = {
  program: string;
  args: string[];
  options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv };
};

/** The whole environment of PostgreSQL's programs: ours has secrets; PGPORT moves the socket. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }) };
};

/** The command that runs a program as `runAs`. */
export const commandAs = (runAs: RunAs, program: string, args: readonly string[]): Command => {
  const env = environment();
  if (runAs.kind === 'namespace') return { program: 'unshare', args: ['--user', program, ...args], options: { env } };
  const options = runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid, env } : { env };
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

/**
 * Wraps a command so that the kernel sends it the signal when this process ends, for any reason.
 * Only Linux has `setpriv`; elsewhere the command stays as it is.
 */
export const endingWithUs = (runAs: RunAs, signal: 'INT' | 'KILL', command: readonly string[]): string[] => {
  const before = ['setpriv', '--pdeathsig', signal];
  return succeeds(runAs, 'setpriv', [...before.slice(1), 'true']) ? [...before, ...command] : [...command];
};

/** Writes a file as `runAs`: links in a folder of that user could lead root's writes astray. */
export const writeAs = (runAs: RunAs, path: string, content: string): SpawnSyncReturns<string> =>
  runToEnd(runAs, 'sh', ['-c', 'umask 077; cat > "$0"', path], content);

const succeeds = (runAs: RunAs, program: string, args: readonly string[]): boolean =>
  runToEnd(runAs, program, args).status === 0;

const idOf = (flag: string, name: string): number => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : Number.NaN;
};

/** The system's unprivileged user for such programs, or null. */
const nobody = (): RunAs | null => {
  const [uid, gid] = [idOf('-u', 'nobody'), idOf('-g', 'nobody')];
  return uid > 0 && gid > 0 ? { kind: 'user', uid, gid } : null;
};

/** Gives a folder that only this process can reach so far to the user that PostgreSQL runs as. */
export const giveTo = (runAs: RunAs, folder: string): void => {
  if (runAs.kind === 'user') fs.lchownSync(folder, runAs.uid, runAs.gid);
  // Files that root copies keep their former owner.
  else if (runAs.kind === 'namespace') fs.lchownSync(folder, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
};

/** Gives a private folder with its content to the user that PostgreSQL runs as. */
export const giveAllTo = (runAs: RunAs, folder: string): void => {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    giveTo(runAs, join(entry.parentPath, entry.name));
  }
  giveTo(runAs, folder);
};

/** Closes a folder to every user but its owner. */
export const closeTo = (folder: string): void => fs.chmodSync(folder, 0o700);

/** Signals a process of PostgreSQL's user; root needs a capability. Throws ESRCH if it ended. */
export const signalAs = (runAs: RunAs, pid: number, signal: 'SIGHUP' | 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    runToEnd(runAs, 'sh', ['-c', 'kill -s "$0" "$1"', signal.replace('SIG', ''), String(pid)]);
  }
};

/** Allows PostgreSQL's user to pass through a folder of root's without reading it. */
export const allowPassing = (folder: string): void => {
  if (process.getuid?.() === 0) fs.chmodSync(folder, 0o711);
};

/** Whether PostgreSQL's user can pass into a folder. */
export const mayPass = (runAs: RunAs, folder: string): boolean => succeeds(runAs, 'test', ['-x', folder]);

const canRun = (runAs: RunAs, folder: string, { postgres }: Binaries): boolean =>
  mayPass(runAs, folder) && succeeds(runAs, postgres, ['--version']);

const NAMESPACE: RunAs = { kind: 'namespace' };

const forRoot = (folder: string, exists: boolean, binaries: Binaries): RunAs => {
  const other = exists ? null : nobody();
  if (other && canRun(other, dirname(folder), binaries)) return other;
  if (canRun(NAMESPACE, dirname(folder), binaries)) return NAMESPACE;
  const parent = dirname(folder);
  const whose = exists ? `${folder} belongs to root` : `the user nobody cannot reach both ${parent} and its programs`;
  throw new StartRefusal(`PostgreSQL does not run as root, ${whose}, and this system forbids user namespaces`, {
    advice: `start as another user, to whom all of ${parent} belongs`,
  });
};

/** Refuses a folder of another user's, in which links could lead root's writes anywhere. */
const refuseForeign = (dataDir: string): void => {
  if (fs.statSync(dataDir).uid === 0) return;
  throw new StartRefusal(`${dataDir} belongs to another user, and this is root`, { advice: 'start as its owner' });
};

/**
 * Chooses the user for PostgreSQL on the cluster in `folder`, which may not exist yet. Throws a
 * `StartRefusal` with a remedy if no user can run it.
 */
export const chooseRunAs = (folder: string, binaries: Binaries): RunAs => {
  const owner = fs.lstatSync(folder, { throwIfNoEntry: false });
  const own = process.getuid?.() ?? 0;
  if (own !== 0) {
    if (owner && owner.uid !== own)
      throw new StartRefusal(`${folder} belongs to another user`, { advice: 'start as its owner' });
    return { kind: 'self' };
  }
  refuseForeign(dirname(folder));
  if (!owner || owner.uid === 0) return forRoot(folder, owner !== undefined, binaries);
  const runAs: RunAs = { kind: 'user', uid: owner.uid, gid: owner.gid };
  if (canRun(runAs, folder, binaries)) return runAs;
  throw new StartRefusal(
    `PostgreSQL runs as user ${owner.uid}, to whom ${folder} belongs, and who cannot reach it or its programs`,
    { advice: `chmod 711 ${dirname(folder)}` },
  );
};

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;

/**
 * Opens a file to read, which PostgreSQL's user named; never what a link of his leads to, and never
 * a pipe, whose opening would wait for a writer.
 */
export const openFileOf = (path: string): { fd: number; mtime: Date } => {
  const fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const found = fs.fstatSync(fd);
  if (found.isFile()) return { fd, mtime: found.mtime };
  fs.closeSync(fd);
  throw new Error(`${path} is no file`);
};
