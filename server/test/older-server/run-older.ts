import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedReference } from '../../seeds/reference.ts';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import { migrate } from '../../src/db/migration/migrate.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CONFIG = join(import.meta.dirname, 'older-config.ts');
const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;

const runNode = (args: readonly string[], cwd: string, settings: Record<string, string> = {}) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const env = {
      PATH,
      HOME,
      ...settings,
      ...(TMPDIR && { TMPDIR }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    };
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });

/** Makes a cluster's database as the older version leaves it. */
export const prepareAsBefore = async (tree: string, socketDir: string): Promise<void> => {
  const own = join(import.meta.dirname, 'prepare-as-before.ts');
  const program = join(tree, 'server/test/older-server/prepare-as-before.ts');
  if (program !== own) cpSync(own, program);
  const { code, output } = await runNode([program, socketDir], tree);
  if (code !== 0) throw new Error(`The version before could not make its database: ${output}`);
};

/** Brings a cluster's database up to date as the newer version does at its start. */
export const updateBySelf = async (socketDir: string, migrations: string): Promise<void> => {
  const { db, close } = openPool(connectionTo(socketDir));
  await migrate(db, seedReference, migrations).finally(close);
};

export type OlderRun = { passed: number; failures: string[] };

type Result = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** Runs API tests of an older tree, paths below its `server`, on copies of a cluster's database. */
export const runOlder = async (tree: string, socketDir: string, files: readonly string[]): Promise<OlderRun> => {
  const results = join(tree, 'results.json');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { output } = await runNode(
    [vitest, 'run', '--config', CONFIG, '--reporter=json', `--outputFile.json=${results}`, ...files],
    join(tree, 'server'),
    { OLDER_TREE: tree, OLDER_SOCKET: socketDir },
  );
  const read = (): Result => {
    try {
      return JSON.parse(readFileSync(results, 'utf8'));
    } catch {
      throw new Error(`The tests of the version before could not be run: ${output}`);
    }
  };
  const { numPassedTests, testResults } = read();
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${name}: ${message}`];
    return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${failureMessages.join(' ')}`);
  });
  return { passed: numPassedTests, failures };
};
