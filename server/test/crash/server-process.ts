import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { allowPassing } from '../../src/db/cluster/run-as.ts';
import { shippedProgram } from '../builders/shipped-program.ts';

/** A process's end: its exit code, or null and the signal, and its whole output. */
export type End = { code: number | null; signal: string | null; output: string };

export type Server = {
  address: string;
  pid: number;
  end: Promise<End>;
  /** Its output so far. */
  output: () => string;
  kill: (signal: NodeJS.Signals) => void;
};

/** A folder for a server's data, by default a temporary one, and a function that removes it. */
export const dataFolder = (parent = tmpdir()): { dataDir: string; remove: () => void } => {
  const dataDir = mkdtempSync(join(parent, 'banbo-crash-'));
  allowPassing(dataDir);
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
};

type Settings = Record<string, string>;

type Launched = { child: ChildProcess; end: Promise<End>; output: () => string };

/** A command to start the server with, such as one that gives it its own disk; default none. */
type Prefix = readonly string[];

/** Of the tester's environment only the paths of programs and compiled code reach the product. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const ENVIRONMENT = { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };

/** Starts the product on a port of its choice, without waiting. */
export const launch = (dataDir: string, settings: Settings = {}, prefix: Prefix = []): Launched => {
  const [program = '', ...args] = [...prefix, process.execPath, shippedProgram('main')];
  const child = spawn(program, args, {
    env: { ...ENVIRONMENT, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', TRUST_PROXY: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  const end = new Promise<End>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output: text }));
  });
  return { child, end, output: () => text };
};

/** Starts the product as `npm start` does, on a port of its choice, and waits until it listens. */
export const startServer = async (dataDir: string, settings: Settings = {}, prefix: Prefix = []): Promise<Server> => {
  const { child, end, output } = launch(dataDir, settings, prefix);
  const listening = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const [, address] = /listens on (http:\S+)/.exec(output()) ?? [];
      if (address) resolve(address);
    });
  });
  const failed = end.then((ended) => Promise.reject(new Error(`The server did not start: ${JSON.stringify(ended)}`)));
  return {
    address: await Promise.race([listening, failed]),
    pid: child.pid ?? 0,
    end,
    output,
    kill: (signal) => child.kill(signal),
  };
};

/** Runs a command of the operator's, such as `backup`, to its end, and answers its output. */
export const runProduct = (
  name: string,
  dataDir: string,
  args: readonly string[] = [],
  settings: Settings = {},
  prefix: Prefix = [],
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const [program = '', ...words] = [...prefix, process.execPath, shippedProgram('cli'), name];
    const env = { ...ENVIRONMENT, DATA_DIR: dataDir, ...settings };
    const child = spawn(program, [...words, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });

/** Starts a server that is expected to refuse, and waits for its end. */
export const startInVain = (dataDir: string, settings: Settings = {}): Promise<End> => launch(dataDir, settings).end;
