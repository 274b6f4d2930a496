import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '#db/cluster/binaries.ts';
import { hasCluster, refuseBackup } from '#db/cluster/cluster-folder.ts';
import type { Config } from '../config.ts';
import { bad, badBecause, type Diagnosis, good, warn } from './finding.ts';

const MB = 1024 * 1024;
/** With less, nobody may write (`db/cluster/disk-space.ts`). */
const LOW_MB = 64;
const SOON_LOW_MB = 1_024;

type Space = { bavail: number; bsize: number; files: number; ffree: number };

/** Room on the disk of DATA_DIR, and for files on it. */
export const judgeDisk = (folder: string, { bavail, bsize, files, ffree }: Space): Diagnosis => {
  const about = 'Disk';
  const free = Math.floor((bavail * bsize) / MB);
  const todo = `see what takes the room: du -xh --max-depth=2 / | sort -h | tail; never remove anything in ${folder}`;
  if (free < LOW_MB) return bad(about, `Only ${free} MB are free at ${folder}, so nobody can write anything`, todo);
  if (free < SOON_LOW_MB) return warn(about, `Only ${free} MB are free at ${folder}`, todo);
  // Some file systems have no such bound, and say 0.
  if (files > 0 && ffree / files < 0.01)
    return bad(about, `Hardly any more files can be made at ${folder}`, 'see where there are many small files: df -i');
  return good(about, `${free} MB are free at ${folder}`);
};

export const checkDisk = (folder: string): Diagnosis => {
  try {
    return judgeDisk(folder, fs.statfsSync(folder));
  } catch (error) {
    return badBecause('Disk', error, 'set DATA_DIR to the folder that the server uses');
  }
};

type Owned = { uid: number; mode: number };

/** The command of a user by number, for `sudo -u`. */
const userNamed = (uid: number): string => {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : `#${uid}`;
};

/** Whether the folder is its user's alone, and this program runs as that user. */
export const judgeFolder = (folder: string, { uid, mode }: Owned, ownUid: number): Diagnosis => {
  const about = 'Rights';
  if (uid !== ownUid) {
    const [who, you] = [userNamed(uid), userNamed(ownUid)];
    // The server must not run as root, so the folder and not the caller is wrong.
    const todo =
      uid === 0
        ? `give it to the user of the service: chown -R ${you} ${folder}`
        : `run this as ${who}: sudo -u ${who} npm run doctor`;
    return bad(about, `${folder} belongs to ${who}, and you are ${you}`, todo);
  }
  if ((mode & 0o066) !== 0)
    return bad(about, `Other users of this machine can read ${folder}`, `close it to them: chmod 700 ${folder}`);
  return ownUid === 0
    ? warn(
        about,
        `${folder} belongs to root, which PostgreSQL refuses to run as`,
        'give the service a user of its own (ops/systemd)',
      )
    : good(about, `${folder} is yours alone`);
};

/** The rights of the files in `secrets`, which nobody else may read. */
export const checkSecretFiles = (dataDir: string): Diagnosis[] => {
  const folder = join(dataDir, 'secrets');
  if (!fs.existsSync(folder)) return [];
  const open = fs.readdirSync(folder).filter((name) => (fs.statSync(join(folder, name)).mode & 0o077) !== 0);
  if (open.length === 0) return [good('Secrets', 'Nobody else can read them')];
  const says = `Other users of this machine can read ${open.map((name) => join(folder, name)).join(', ')}`;
  return [bad('Secrets', says, `close them: chmod 600 ${join(folder, '*')}`)];
};

/** DATA_DIR itself; `isUsable` when programs may work in it. */
export const checkFolder = ({ DATA_DIR, DATABASE_URL }: Config): { findings: Diagnosis[]; isUsable: boolean } => {
  const found = fs.statSync(DATA_DIR, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    const says = found ? `${DATA_DIR} is no folder` : `There is no folder ${DATA_DIR}`;
    const todo = 'set DATA_DIR to the folder that the server uses; before the first start there is none';
    return { findings: [bad('Folder', says, todo)], isUsable: DATABASE_URL !== undefined };
  }
  const rights = judgeFolder(DATA_DIR, found, process.getuid?.() ?? found.uid);
  const isOwn = found.uid === (process.getuid?.() ?? found.uid);
  const findings = [rights, checkDisk(DATA_DIR), ...(isOwn ? checkSecretFiles(DATA_DIR) : [])];
  return { findings, isUsable: isOwn || DATABASE_URL !== undefined };
};

/** The Node that the project brings. */
export const checkNode = (version: string, wanted: string): Diagnosis => {
  const [major, needed] = [Number.parseInt(version, 10), Number.parseInt(wanted, 10)];
  return major >= needed
    ? good('Node', `It runs on Node ${version}`)
    : bad(
        'Node',
        `This is Node ${version}, and ${wanted} is needed`,
        'start it by npm, which uses the Node that the project brings',
      );
};

/** PostgreSQL's programs and whether they can open the database in DATA_DIR. */
export const checkPostgres = ({ DATA_DIR, DATABASE_URL, POSTGRES_BIN }: Config): Diagnosis[] => {
  if (DATABASE_URL !== undefined) return [];
  try {
    const { version, release } = findBinaries(POSTGRES_BIN);
    refuseBackup(DATA_DIR);
    return hasCluster(DATA_DIR, version)
      ? [good('PostgreSQL', `PostgreSQL ${release} is there, and the database is of version ${version}`)]
      : [warn('PostgreSQL', `There is no database in ${DATA_DIR} yet`, 'start the server once: npm start')];
  } catch (error) {
    return [badBecause('PostgreSQL', error, 'see README.md, Which database')];
  }
};

/** Megabytes; with less an office does not work well. */
const LEAST_MB = 512;

export const checkMemory = (
  megabytes: number,
  { POSTGRES_MEMORY_MB: given }: Pick<Config, 'POSTGRES_MEMORY_MB'>,
): Diagnosis => {
  // A machine of 512 MB says a little less.
  if (megabytes < LEAST_MB * 0.85)
    return bad(
      'Memory',
      `There are ${megabytes} MB, and ${LEAST_MB} are needed`,
      'give the machine or container more memory',
    );
  if (given !== undefined && given > megabytes)
    return bad(
      'Memory',
      `POSTGRES_MEMORY_MB is ${given}, and there are ${megabytes} MB`,
      'set POSTGRES_MEMORY_MB to less',
    );
  return good('Memory', `There are ${megabytes} MB`);
};

const FEW_FILES = 1_024;

/** How many files the service may open; `limit` is null where that is not known. */
export const checkOpenFiles = (limit: number | null): Diagnosis =>
  limit === null || limit >= FEW_FILES
    ? good('Open files', limit === null ? 'They have no bound here' : `It may open ${limit} files at once`)
    : warn(
        'Open files',
        `It may open only ${limit} files at once`,
        'raise the limit: LimitNOFILE=65536 of the service, or ulimit -n 65536',
      );

/** Whether the machine's clock is kept right, as `timedatectl` says. */
export const judgeTimeService = (said: string | null): Diagnosis[] =>
  said?.trim() === 'no'
    ? [
        bad(
          'Clock',
          'Nothing keeps the clock of this machine right',
          'run apt install systemd-timesyncd, then timedatectl set-ntp true',
        ),
      ]
    : [];

export const checkTimeService = (): Diagnosis[] => {
  const { status, stdout } = spawnSync('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], {
    encoding: 'utf8',
  });
  return judgeTimeService(status === 0 ? stdout : null);
};
