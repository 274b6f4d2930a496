import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { ROOT } from '../lib/paths.js';

export type Project = TestProjectInlineConfiguration;

export const SERVER = join(ROOT, 'server');
const BUILD_FIRST = join(import.meta.dirname, 'build-first.ts');

/** Many times what the longest test takes on an idle machine: only one that hangs comes to it. */
export const TIMEOUT_MS = 120_000;
/** For what a test looks at again and again; by default a second, too short for a busy machine. */
const expect = { poll: { timeout: TIMEOUT_MS / 2 } };

const serverTests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'seeds/**/*.test.ts'], {
  cwd: SERVER,
  exclude: ['test/{crash,older-server,ops,s3}/**'],
});

/** A test that gets its database or app from the harness. */
const needsDatabase = (file: string): boolean => /\/harness\.ts'/.test(readFileSync(join(SERVER, file), 'utf8'));

export const withoutDatabase = serverTests.filter((file) => !needsDatabase(file));
export const onDatabase = serverTests.filter(needsDatabase);

/** A worker loads the modules once for all its files, which took a third of their time. */
export const server = (name: string, include: string[], setup: object = {}): Project => ({
  test: {
    ...{ name, root: './server', include, isolate: false, ...setup },
    ...{ expect, testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS },
  },
});

/** Files share no state beside the modules', since each has a database and an app of its own. */
export const api = (name: string, include: string[], setup: string): Project =>
  server(name, include, { globalSetup: [setup], setupFiles: ['./test/fresh-builders.ts'] });

/**
 * Tests that start servers and mostly wait for them: two a core leave none idle. They run apart
 * from the tests that compute, which would only be slowed down.
 */
export const starting = (name: string, include: string[], exclude: string[] = []): Project => ({
  test: {
    ...{ name, root: './server', include, exclude, globalSetup: [BUILD_FIRST, './test/crash/setup.ts'] },
    maxWorkers: 2 * availableParallelism(),
    sequence: { groupOrder: 1 },
    expect,
    // Ten times what the longest takes on an idle machine: only a test that hangs comes to it.
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});
