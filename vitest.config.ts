import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { WaitingFirst } from './scripts/testing/waiting-first.ts';
import { findOldestBinaries } from './server/test/database/oldest-binaries.ts';

const SERVER = join(import.meta.dirname, 'server');

const serverTests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'seeds/**/*.test.ts'], {
  cwd: SERVER,
  exclude: ['test/crash/**'],
});
/** A test that gets its database or app from the harness. */
const needsDatabase = (file: string): boolean => /\/harness\.ts'/.test(readFileSync(join(SERVER, file), 'utf8'));

/** Many times what the longest test takes on an idle machine: only one that hangs comes to it. */
const TIMEOUT_MS = 120_000;
/** For what a test looks at again and again, by default for a second, in which a busy machine may not come to it. */
const expect = { poll: { timeout: TIMEOUT_MS / 2 } };

const server = (name: string, include: string[], globalSetup: string[] = []): TestProjectInlineConfiguration => ({
  test: { name, root: './server', include, globalSetup, expect, testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS },
});

const onDatabase = serverTests.filter(needsDatabase);

/**
 * A worker loads the app once for all its files: loading it for each took a third of their time. They share no state beside
 * the modules', since each has a database and an app of its own.
 */
const api = (name: string, include: string[], setup: string): TestProjectInlineConfiguration => {
  const project = server(name, include, [setup]);
  return { ...project, test: { ...project.test, isolate: false, setupFiles: ['./test/fresh-builders.ts'] } };
};

/** Tests of what stands before the database, such as the parser of bodies: they find the same on any PostgreSQL. */
const BEFORE_DATABASE = /^test\/attacks\/(repetitive-input|stalled-uploads)\b/;

const onOldestPostgres = (): TestProjectInlineConfiguration[] => {
  if (process.env.CI !== 'true') return [];
  if (!findOldestBinaries())
    throw new Error('PostgreSQL’s programs were not found: the API suite cannot run on the oldest');
  const include = onDatabase.filter((file) => !BEFORE_DATABASE.test(file));
  return [api('api (oldest PostgreSQL)', include, './test/database/oldest-setup.ts')];
};

// They start servers, which takes its time on a busy machine, and mostly wait for these: two a core leave none idle.
const crash: TestProjectInlineConfiguration = {
  test: {
    name: 'crash',
    root: './server',
    include: ['test/crash/**/*.test.ts'],
    globalSetup: ['./test/crash/setup.ts'],
    maxWorkers: 2 * availableParallelism(),
    // Apart from the tests that compute, which would only be slowed down.
    sequence: { groupOrder: 1 },
    expect,
    // Ten times what the longest takes on an idle machine: only a test that hangs comes to it.
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
};

/** A test that writes to `console.error` fails. */
const quietly = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: {
    ...project.test,
    setupFiles: [project.test?.setupFiles ?? [], join(import.meta.dirname, 'scripts/testing/quiet.ts')].flat(),
  },
});

export default defineConfig({
  test: {
    // By default Vitest leaves one core idle, which on two is half of them.
    maxWorkers: '100%',
    sequence: { sequencer: WaitingFirst },
    projects: [
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'], testTimeout: TIMEOUT_MS } },
      server(
        'server-unit',
        serverTests.filter((file) => !needsDatabase(file)),
      ),
      api('api', onDatabase, './test/database/shipped-setup.ts'),
      ...onOldestPostgres(),
      crash,
      {
        resolve: { tsconfigPaths: true },
        test: {
          name: 'web',
          root: './web',
          include: ['{app,sw}/**/*.test.{ts,tsx}', '*.test.ts'],
          setupFiles: ['./test/dom/no-network.ts'],
          testTimeout: TIMEOUT_MS,
        },
      },
      // Proving that expressions are linear takes seconds for some, and several times that on a busy machine.
      { test: { name: 'structure', root: './scripts', include: ['{structure,lib}/*.test.ts'], testTimeout: 300_000 } },
    ].map(quietly),
  },
});
