import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort, isReady } from '../../server/test/builders/ports.ts';
import { shippedProgram } from '../../server/test/builders/shipped-program.ts';

/** The product as a person starts it: a process of its own on a data folder of its own. */
export type Product = {
  /** Its address, without a slash at the end. */
  url: string;
  dataDir: string;
  /** The output so far. */
  output: () => string;
  /** The first SuperAdmin's one-time link. */
  firstLink: () => string;
  /** Stops it as Ctrl-C does. */
  halt: () => Promise<void>;
  /** Starts it again once it was halted, at the same address. */
  again: () => Promise<Product>;
  /** Starts another server on its database, which ends by `halt`, before this one. */
  beside: () => Promise<Product>;
  /** Moves its clock on by a step, where `own-product.ts` started it with a clock that moves. */
  moveClock: () => void;
  /** Ends it at once, and removes its folder. */
  stop: () => Promise<void>;
};

/** An installation that has its company alone, or a demo with people and payments. */
export type Filling = 'main' | 'demo';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/node/bin/node');
const SET_COMPANY = join(ROOT, 'server/test/database/set-company-in.ts');
/** Milliseconds. A demo is filled before it answers, on a machine that may be busy. */
const START_MS = 600_000;

const inFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `banbo-${name}-`));
  // Root's PostgreSQL runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  return folder;
};

/** The address of the PostgreSQL that runs in a folder of data. */
const databaseIn = async (dataDir: string): Promise<string> => {
  const lines = (await readFile(join(dataDir, 'database/postmaster.pid'), 'utf8')).split('\n');
  return `postgres://banbo@localhost/banbo?host=${lines[4]}`;
};

/** Settings of the product by name; `PUBLIC_URL` may be `itself`, for the address that it gets. */
type Environment = Record<string, string>;

/** Starts the product in this folder, as it is. `environment` adds settings. */
const startIn = async (dataDir: string, environment: Environment, filling: Filling): Promise<Product> => {
  const port = Number(environment.PORT ?? (await findFreePort()));
  const url = `http://localhost:${port}`;
  const settings: Environment = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment };
  if (settings.PUBLIC_URL === 'itself') settings.PUBLIC_URL = url;
  const child = spawn(NODE, [shippedProgram(filling)], { env: { ...process.env, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const deadline = Date.now() + START_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The product ended while starting:\n${output}`);
    if (Date.now() > deadline) {
      child.kill();
      throw new Error(`The product did not answer within ${START_MS} ms:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const halt = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return {
    url,
    dataDir,
    output: () => output,
    firstLink: () => {
      const link = /https?:\/\/\S+\/set_password\S+/.exec(output)?.[0];
      if (!link) throw new Error(`No one-time link was printed:\n${output}`);
      return link;
    },
    halt,
    again: () => startIn(dataDir, { ...environment, PORT: String(port) }, filling),
    beside: async () => {
      const settings = { DATABASE_URL: await databaseIn(dataDir), LEAVE_SECONDS: '0' };
      return startIn(dataDir, { ...environment, ...settings }, 'main');
    },
    moveClock: () => {
      child.kill('SIGUSR2');
    },
    stop: async () => {
      // In order it would wait two seconds for the browser's connections; its data is not needed.
      child.kill('SIGKILL');
      await exited;
      // Its PostgreSQL, which ends with it, may still write.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
};

/** Starts the product on an empty folder, as on its very first day. */
export const startEmpty = async (): Promise<Product> => startIn(await inFolder('empty'), {}, 'main');

const FILLED = 'BANBO_FILLED_FOLDERS';

/** Fills a folder of each kind for `startProduct` to copy; returns a function to remove them. */
export const fillFolders = async (): Promise<() => Promise<void>> => {
  const folders = await inFolder('filled');
  const fill = async (filling: Filling) => {
    const { dataDir, halt } = await startIn(join(folders, filling), {}, filling);
    if (filling === 'main') await promisify(execFile)(NODE, [SET_COMPANY, dataDir]);
    await halt();
  };
  await Promise.all([fill('main'), fill('demo')]);
  process.env[FILLED] = folders;
  return () => rm(folders, { recursive: true, force: true });
};

/** Starts the product on a folder of its own. `environment` adds settings. */
export const startProduct = async (environment: Environment = {}, filling: Filling = 'main'): Promise<Product> => {
  const folders = process.env[FILLED];
  if (!folders) throw new Error('The folders to copy were not filled: harness/filled-folders.ts does it.');
  const dataDir = await inFolder('journey');
  // PostgreSQL’s files keep their owner, who is not root.
  await promisify(execFile)('cp', ['-a', `${join(folders, filling)}/.`, dataDir]);
  return startIn(dataDir, environment, filling);
};
