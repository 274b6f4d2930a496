import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const SCRIPT = join(import.meta.dirname, 'machine.sh');

/** How a line that was typed ended, with all that it printed. */
export type Typed = { code: number | null; said: string };

export type Machine = {
  /** Runs a line in a shell of root's, in /root, with `input` for what it asks. */
  type: (line: string, input?: string) => Promise<Typed>;
  end: () => Promise<void>;
};

const childOf = (pid: number): number | null => {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ', 1)[0]) || null : null;
};

const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

/** Starts a machine with systemd (`machine.sh`), and waits until it is up. */
export const startMachine = async (project: string): Promise<Machine> => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-machine-'));
  const command = ['--pdeathsig', 'KILL', 'unshare', '--mount', 'sh', SCRIPT, folder, project];
  const outside = spawn('setpriv', command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(outside.stdout), text(outside.stderr)]);
  const ended = new Promise<void>((resolve) => outside.once('exit', () => resolve()));

  /** The process that is the first one inside: below this shell, and below unshare. */
  const findFirst = (): number | null => {
    const unshare = childOf(outside.pid ?? 0);
    const first = unshare === null ? null : childOf(unshare);
    return first !== null && nameOf(first) === 'systemd' ? first : null;
  };
  let first: number | null = null;
  while (first === null) {
    if (outside.exitCode !== null) throw new Error(`The machine did not start:\n${(await output).join('')}`);
    await delay(50);
    first = findFirst();
  }
  const pid = first;

  const type: Machine['type'] = async (line, input = '') => {
    const own = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'SHELL=/bin/bash'];
    const shell = ['env', '-i', ...own, 'LANG=C.UTF-8', 'sh', '-c', `exec 2>&1\ncd /root\n${line}`];
    const child = spawn('nsenter', ['-t', String(pid), '-m', '-p', '-n', '-u', '-i', '-C', ...shell]);
    // A line that reads nothing may have ended.
    child.stdin.on('error', () => {}).end(input);
    child.stderr.resume();
    const said = text(child.stdout);
    const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
    return { code, said: await said };
  };
  for (;;) {
    const { said } = await type('systemctl is-system-running');
    if (said.trim() === 'running') break;
    if (said.trim() === 'degraded') throw new Error((await type('systemctl --failed --no-pager')).said);
    await delay(100);
  }
  return {
    type,
    end: async () => {
      process.kill(pid, 'SIGKILL');
      await ended;
      rmdirSync(folder);
    },
  };
};
