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

/**
 * Tests that take long for what they prove beside others, each of a kind that `npm test -- deep`
 * runs whenever a change can break it.
 */
const LEFT_TO_DEEP = [
  // Many things at random, held against a model or a calculation of their own.
  /^test\/(held-to-model|city)\//,
  /(storm|sequences|property|interleaved)\.test\.ts$/,
  /close-beside-clearing\.test\.ts$/,
  // Floods, slow callers, and connections that fall silent, all of which must be waited for.
  /^test\/attacks\/([\w-]+-flood|slow-downloads|stalled-uploads)\.test/,
  /^src\/db\/connection\/silent-connection\.test/,
  // Archives sealed with a passphrase, which takes a second to try.
  /^src\/backup\/archive\/(restore-archive|find-base|sealing)\.test/,
  // Migrations, which never change once they are released, and the locks under which they run.
  /^src\/db\/migration\/migrate/,
  /-migration\.test\.ts$/,
  // A server is killed amid an import of every kind; `npm test` has that of statements.
  /^src\/domains\/(drivers|land)\/imports\/repeated-[\w-]+\.test/,
  // The demo's figures, and a client made from the description of the API.
  /^seeds\/demo\//,
  /^test\/generated-client\//,
];
const isDeep = (file: string): boolean => LEFT_TO_DEEP.some((place) => place.test(file));

/** A test that puts a module in another's place, which only Vitest's own loader can. */
const replacesAModule = (file: string): boolean =>
  /\bvi\.(mock|doMock)\(/.test(readFileSync(join(SERVER, file), 'utf8'));

/** Tests of the app with another module in place of one. Each loads the app anew: for `deep`. */
export const REPLACING = serverTests.filter(replacesAModule);
/** All others on a database, whichever circle they are in. */
export const onDatabase = serverTests.filter((file) => needsDatabase(file) && !replacesAModule(file));
const others = serverTests.filter((file) => !needsDatabase(file) && !replacesAModule(file));

/** Server tests of `npm test`, and those that it leaves to `npm test -- deep`. */
export const NEAR = { api: onDatabase.filter((file) => !isDeep(file)), unit: others.filter((file) => !isDeep(file)) };
export const DEEP = { api: onDatabase.filter(isDeep), unit: others.filter(isDeep) };

/**
 * Node loads the modules itself, as it does in development, and strips their types: what Vitest
 * makes of a module for its own loader runs slower.
 */
export const AS_NODE_DOES = { viteModuleRunner: false };

/** A worker loads the modules once for all its files, which took a third of their time. */
export const server = (name: string, include: string[], setup: object = {}): Project => ({
  test: {
    name,
    root: './server',
    include,
    isolate: false,
    experimental: AS_NODE_DOES,
    ...setup,
    expect,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
  },
});

/** Files share no state beside the modules', since each has a database and an app of its own. */
export const api = (name: string, include: string[], setup: string, others: object = {}): Project =>
  server(name, include, { globalSetup: [setup], setupFiles: ['./test/fresh-builders.ts'], ...others });

/**
 * Tests that start servers and mostly wait for them: two a core leave none idle. They run apart
 * from the tests that compute, which would only be slowed down.
 */
export const starting = (name: string, include: string[]): Project => ({
  test: {
    name,
    root: './server',
    include,
    experimental: AS_NODE_DOES,
    globalSetup: [BUILD_FIRST, './test/crash/setup.ts'],
    maxWorkers: 2 * availableParallelism(),
    sequence: { groupOrder: 1 },
    expect,
    // Ten times what the longest takes on an idle machine: only a test that hangs comes to it.
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});

const WEB = join(ROOT, 'web');

const webTests = globSync(['{app,sw}/**/*.test.{ts,tsx}', '*.test.ts'], { cwd: WEB });
/**
 * A test that puts a module in another's place, or loads one anew. Files that share modules would
 * not find it replaced.
 */
const replacesModules = (file: string): boolean =>
  /\bvi\.(mock|doMock|resetModules)\(|\/payment-form\.tsx'/.test(readFileSync(join(WEB, file), 'utf8'));

/** Tests of the web, by whether files may share modules, which saves a third of their time. */
export const WEB_TESTS = {
  sharing: webTests.filter((file) => !replacesModules(file)),
  apart: webTests.filter(replacesModules),
};

/** Tests of pages begin without a session, a cache and toasts. */
export const web = (name: string, include: string[], isolate: boolean): Project => ({
  resolve: { tsconfigPaths: true },
  test: { name, root: './web', include, isolate, setupFiles: ['./test/dom/fresh-tab.ts'], testTimeout: TIMEOUT_MS },
});

/** Proves each regular expression linear, which takes half a minute. */
export const EVERY_EXPRESSION = 'structure/every-expression.test.ts';

export const structure = (include: string[], exclude: string[] = []): Project => ({
  test: { name: 'structure', root: './scripts', include, exclude, experimental: AS_NODE_DOES, testTimeout: 300_000 },
});
