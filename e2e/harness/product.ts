import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The product as a person starts it: a process of its own on a data folder that was empty. */
export type Product = {
  /** Where it answers, without a slash at the end. */
  url: string;
  dataDir: string;
  /** All it printed so far. */
  output: () => string;
  /** The first SuperAdmin's one-time link. */
  firstLink: () => string;
  /** Stops it as Ctrl-C does, and removes its folder. */
  stop: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/node/bin/node');
/** A demo is filled before it answers, on a machine that may be busy. */
const START_MS = 90_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/api/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/** Starts the product. `environment` adds settings; `entry` may be the demo's. */
export const startProduct = async (
  environment: Record<string, string> = {},
  entry = 'server/src/main.ts',
): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'banbo-journey-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment };
  const child = spawn(NODE, [join(ROOT, entry)], { env: { ...process.env, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const deadline = Date.now() + START_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The product ended while starting:\n${output}`);
    if (Date.now() > deadline) {
      child.kill();
      throw new Error(`The product did not answer within ${START_MS} ms:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    dataDir,
    output: () => output,
    firstLink: () => {
      const link = /https?:\/\/\S+\/set_password\S+/.exec(output)?.[0];
      if (!link) throw new Error(`No one-time link was printed:\n${output}`);
      return link;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
