import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** A folder on the disk for a server's data. */
  dataDir: string;
  /** Starts a program that can see the disk; others cannot. */
  prefix: readonly string[];
  /** Leaves no byte free. */
  fill: () => void;
  /** Leaves so many megabytes free. */
  fillTo: (megabytes: number) => void;
  /** Frees the space that `fill` and `fillTo` took. */
  empty: () => void;
  /** Names of the files and folders beside the data folder. */
  names: () => string[];
  /** Copies the data to a folder outside the disk. */
  copyTo: (folder: string) => void;
  remove: () => Promise<void>;
};

const asRoot = process.getuid?.() === 0;
// Root may mount as it is; another user is root in a namespace of their own, where they may.
const NAMESPACES = asRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
const ENTER = asRoot ? ['--mount'] : ['--user', '--mount', '--preserve-credentials'];

/** A disk of so many megabytes in memory, which only programs started by it see. Linux only. */
export const makeSmallDisk = async (megabytes: number): Promise<SmallDisk> => {
  const root = mkdtempSync(join(tmpdir(), 'banbo-disk-'));
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=711 tmpfs "$0" && echo mounted && exec sleep infinity`;
  const holder = spawn('unshare', [...NAMESPACES, 'sh', '-c', script, root], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    holder.stdout.once('data', resolve);
    holder.once('exit', () => reject(new Error('No disk of its own could be mounted for the test')));
  });
  const prefix = ['nsenter', '--target', String(holder.pid), ...ENTER];
  const inside = (...command: string[]): string[] => [...prefix.slice(1), ...command];
  const dataDir = join(root, 'data');
  let ballast = 0;
  return {
    dataDir,
    prefix,
    fill: () => {
      ballast += 1;
      // Writes until no more fits, first in large pieces and then in the smallest.
      for (const size of ['1M', '4k']) {
        const file = join(root, `ballast-${ballast}-${size}`);
        spawnSync('nsenter', inside('dd', 'if=/dev/zero', `of=${file}`, `bs=${size}`), { stdio: 'ignore' });
      }
    },
    fillTo: (megabytes) => {
      const write = `dd if=/dev/zero of=${root}/ballast-to bs=1M count=$(($(df -m --output=avail ${root} | tail -1) - ${megabytes}))`;
      execFileSync('nsenter', inside('sh', '-c', write), { stdio: 'ignore' });
    },
    empty: () => {
      execFileSync('nsenter', inside('sh', '-c', `rm ${root}/ballast-*`));
    },
    names: () => execFileSync('nsenter', inside('ls', '-A', root), { encoding: 'utf8' }).split('\n'),
    copyTo: (folder) => {
      execFileSync('nsenter', inside('cp', '-a', `${dataDir}/.`, folder));
    },
    remove: async () => {
      const ended = new Promise((resolve) => holder.once('exit', resolve));
      holder.kill('SIGKILL');
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
};
