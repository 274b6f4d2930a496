import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CRASHES } from './scripts/testing/crashes.ts';
import { deepProjects } from './scripts/testing/deep-projects.ts';
import {
  AS_NODE_DOES,
  api,
  EVERY_EXPRESSION,
  NEAR,
  type Project,
  server,
  starting,
  structure,
  TIMEOUT_MS,
  WEB_TESTS,
  web,
} from './scripts/testing/projects.ts';
import { WaitingFirst } from './scripts/testing/waiting-first.ts';

const contract: Project = {
  test: {
    name: 'contract',
    root: './contract',
    include: ['src/**/*.test.ts'],
    // Its functions keep no state: a worker loads them once.
    isolate: false,
    experimental: AS_NODE_DOES,
    testTimeout: TIMEOUT_MS,
  },
};

/** The projects of `npm test`. */
const nearProjects = (): Project[] => [
  contract,
  server('server-unit', NEAR.unit),
  api('api', NEAR.api, './test/database/shipped-setup.ts'),
  starting('crash', CRASHES),
  web('web', WEB_TESTS.sharing, false),
  web('web (own modules)', WEB_TESTS.apart, true),
  structure(['{structure,lib}/*.test.ts'], [EVERY_EXPRESSION]),
];

/** Projects beside those of `npm test` have names of their own. */
const besideNear = (project: Project): Project => ({
  ...project,
  test: { ...project.test, name: `${String(project.test?.name)}, deep` },
});

const { DEEP } = process.env;
/** DEEP is `1` for all that `npm test` leaves out, `all` for both. */
const projects = [
  ...(DEEP === '1' ? [] : nearProjects()),
  ...(DEEP === undefined ? [] : DEEP === 'all' ? deepProjects().map(besideNear) : deepProjects()),
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
    // Some tests wait for most of their time: one worker more than cores leaves none idle.
    maxWorkers: availableParallelism() + 1,
    // Most of what a test makes is garbage at once: in more room it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: WaitingFirst },
    projects: projects.map(watched),
  },
});
