import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { IN_NPM_TEST } from './scripts/testing/crashes.ts';
import { deepProjects } from './scripts/testing/deep-projects.ts';
import {
  api,
  onDatabase,
  type Project,
  server,
  starting,
  TIMEOUT_MS,
  withoutDatabase,
} from './scripts/testing/projects.ts';
import { WaitingFirst } from './scripts/testing/waiting-first.ts';

const WEB = join(import.meta.dirname, 'web');

const webTests = globSync(['{app,sw}/**/*.test.{ts,tsx}', '*.test.ts'], { cwd: WEB });
/** A test that puts a module in another's place, or loads one anew. Files that share modules would not find it replaced. */
const replacesModules = (file: string): boolean =>
  /\bvi\.(mock|doMock|resetModules)\(|\/payment-form\.tsx'/.test(readFileSync(join(WEB, file), 'utf8'));

/** Loading the modules for each file took a third of the time; tests of pages begin without a session, a cache and toasts. */
const web = (name: string, include: string[], isolate: boolean): Project => ({
  resolve: { tsconfigPaths: true },
  test: { name, root: './web', include, isolate, setupFiles: ['./test/dom/fresh-tab.ts'], testTimeout: TIMEOUT_MS },
});

const contract: Project = {
  test: {
    name: 'contract',
    root: './contract',
    include: ['src/**/*.test.ts'],
    // Its functions keep no state: a worker loads them once.
    isolate: false,
    testTimeout: TIMEOUT_MS,
  },
};

/** The projects of `npm test`. */
const nearProjects = (): Project[] => [
  contract,
  server('server-unit', withoutDatabase),
  api('api', onDatabase, './test/database/shipped-setup.ts'),
  starting('crash', IN_NPM_TEST),
  web(
    'web',
    webTests.filter((file) => !replacesModules(file)),
    false,
  ),
  web('web (own modules)', webTests.filter(replacesModules), true),
  // Proving that expressions are linear takes seconds for some, and several times that on a busy machine.
  { test: { name: 'structure', root: './scripts', include: ['{structure,lib}/*.test.ts'], testTimeout: 300_000 } },
];

/** DEEP is `1` for all that `npm test` leaves out, `all` for both. */
const projects = [
  ...(process.env.DEEP === '1' ? [] : nearProjects()),
  ...(process.env.DEEP === undefined ? [] : deepProjects()),
];

/** Each test file fails that writes to `console.error`, and notes the processor time that it took. */
const watched = (project: Project): Project => ({
  ...project,
  test: {
    ...project.test,
    setupFiles: [
      ...[project.test?.setupFiles ?? []].flat(),
      ...['quiet.ts', 'processor-time.ts'].map((name) => join(import.meta.dirname, 'scripts/testing', name)),
    ],
  },
});

export default defineConfig({
  test: {
    // By default Vitest leaves one core idle, which on two is half of them.
    maxWorkers: '100%',
    sequence: { sequencer: WaitingFirst },
    projects: projects.map(watched),
  },
});
