import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MB = 1024 * 1024;

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });

const below = (parent: number): number[] => childrenOf(parent).flatMap((child) => [child, ...below(child)]);

/** Megabytes of a process alone, each shared page divided among those that share it. */
export const pssOf = (pid: number): number => {
  try {
    const [, kB] = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kB ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** Megabytes of a process and of its descendants; a shared page is divided among its users. */
export const memoryOf = (pid: number): { own: number; others: number } => {
  return { own: pssOf(pid), others: below(pid).reduce((sum, child) => sum + pssOf(child), 0) };
};

/** Measures every 50 ms until it is called; answers the peaks of the process itself and of all. */
export const watchMemory = (pid: number): (() => { own: number; all: number }) => {
  const most = { own: 0, all: 0 };
  const timer = setInterval(() => {
    const { own, others } = memoryOf(pid);
    most.own = Math.max(most.own, own);
    most.all = Math.max(most.all, own + others);
  }, 50).unref();
  return () => {
    clearInterval(timer);
    return most;
  };
};

export type Group = {
  /** The command line that runs a program in the group. */
  run: (command: readonly string[]) => string[];
  /** Takes a process and its present and future children out of the group. */
  letOut: (pid: number) => void;
  /** Megabytes: the group's peak, including its page cache. */
  most: () => number;
  remove: () => void;
};

/** A control group with this many megabytes, page cache included; needs root and cgroups. */
export const limitMemory = (megabytes: number): Group => {
  const first = existsSync('/sys/fs/cgroup/memory');
  const all = first ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup';
  const folder = join(all, `banbo-bench-${process.pid}`);
  mkdirSync(folder);
  writeFileSync(join(folder, first ? 'memory.limit_in_bytes' : 'memory.max'), String(megabytes * MB));
  const peak = join(folder, first ? 'memory.max_usage_in_bytes' : 'memory.peak');
  return {
    run: (command) => ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh', ...command],
    letOut: (pid) => {
      for (const process of below(pid)) writeFileSync(join(all, 'cgroup.procs'), String(process));
    },
    most: () => Number(readFileSync(peak, 'utf8')) / MB,
    remove: () => rmdirSync(folder),
  };
};
