import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { awaitLater } from '../../server/src/lib/gather.ts';
import { setCompanyIn } from '../../server/test/builders/company.ts';
import { shippedProgram } from '../../server/test/builders/shipped-program.ts';

/** Runs a program in its own process, its output dropped and its errors shown. */
export const run = (command: string, args: string[], environment: Record<string, string>) =>
  spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] });

/** The exit code of a process, once it has ended. */
export const ended = (child: ReturnType<typeof run>): Promise<number | null> =>
  new Promise((resolve) => child.on('exit', (code) => resolve(code)));

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/api/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/** Runs the built product on an empty database during `work`. Throws when it does not start. */
export const withProduct = async (port: string, work: (address: string, folder: string) => Promise<void>) => {
  const address = `http://localhost:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'banbo-bench-'));
  const server = run(process.execPath, [shippedProgram('main')], {
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
  });
  const stopped = awaitLater(ended(server));
  try {
    while (!(await answers(address))) {
      if (server.exitCode !== null) throw new Error('The product ended while starting');
      await wait(200);
    }
    await setCompanyIn(join(folder, 'data'));
    await work(address, folder);
  } finally {
    server.kill('SIGTERM');
    await stopped;
    await rm(folder, { recursive: true, force: true });
  }
};
