import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './server/test/engines/postgres-binaries.ts';

const WITHOUT_POSTGRES = 'PostgreSQL’s binaries were not found: the PostgreSQL half was not run';

const SERVER = join(import.meta.dirname, 'server');

const serverTests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'seeds/**/*.test.ts'], {
  cwd: SERVER,
  exclude: ['test/crash/**'],
});
/** A test that gets its database or app from the harness runs on both engines, but for `.postgres.test.ts`. */
const needsDatabase = (file: string): boolean => /\/harness\.ts'/.test(readFileSync(join(SERVER, file), 'utf8'));

const server = (name: string, include: string[], globalSetup: string[] = []): TestProjectInlineConfiguration => ({
  test: { name, root: './server', include, globalSetup, testTimeout: 30_000, hookTimeout: 60_000 },
});

const withPostgres = (include: string[]): TestProjectInlineConfiguration[] => {
  if (findPostgres()) return [server('api (PostgreSQL)', include, ['./test/engines/postgres-setup.ts'])];
  if (process.env.CI === 'true') throw new Error(WITHOUT_POSTGRES);
  // This file is read anew for every project.
  if (!process.env.TOLD_WITHOUT_POSTGRES) console.warn(WITHOUT_POSTGRES);
  process.env.TOLD_WITHOUT_POSTGRES = '1';
  return [];
};

const ofPostgresAlone = (file: string): boolean => file.endsWith('.postgres.test.ts');

const onPostgres = serverTests.filter(needsDatabase);
const onBothEngines = onPostgres.filter((file) => !ofPostgresAlone(file));

// They start servers, which takes its time on a busy machine.
const crash: TestProjectInlineConfiguration = {
  test: {
    name: 'crash',
    root: './server',
    include: ['test/crash/**/*.test.ts'],
    globalSetup: ['./test/crash/setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
};

/** A test that writes to `console.error` fails. */
const quietly = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: { ...project.test, setupFiles: [join(import.meta.dirname, 'scripts/testing/quiet.ts')] },
});

export default defineConfig({
  test: {
    // By default one core is left idle, which on two is half of them.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'] } },
      server(
        'server-unit',
        serverTests.filter((file) => !needsDatabase(file)),
      ),
      server('api (PGlite)', onBothEngines, ['./test/engines/pglite-setup.ts']),
      ...withPostgres(onPostgres),
      crash,
      {
        resolve: { tsconfigPaths: true },
        test: { name: 'web', root: './web', include: ['{app,sw}/**/*.test.{ts,tsx}', '*.test.ts'] },
      },
      { test: { name: 'structure', root: './scripts/structure', include: ['*.test.ts'] } },
    ].map(quietly),
  },
});
