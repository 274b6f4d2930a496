import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { at, innerEnvironment, NODE } from '../lib/paths.js';
import { run } from '../lib/run.js';
import { temporaryFilesInMemory } from './memory-folder.js';
import { judgeSpent } from './spent.js';

/** @typedef {import('./checks.js').Count} Count */

const RESULTS = at('test-results');

/**
 * The figures of a run. One that failed without naming a test counts one failure; so does each
 * skipped test, because a test that does not run proves nothing.
 * @param {number} code
 * @param {() => Count & { skipped: number }} read
 * @returns {Count}
 */
const count = (code, read) => {
  try {
    const { skipped, ...counted } = read();
    if (skipped > 0) console.log(`${skipped} skipped, which counts as failed`);
    return { ...counted, failed: counted.failed + skipped || (code === 0 ? 0 : 1) };
  } catch (error) {
    console.error(`The results could not be read: ${String(error)}`);
    return { passed: 0, failed: 1 };
  }
};

const resultFile = (/** @type {string} */ name) => {
  mkdirSync(RESULTS, { recursive: true });
  rmSync(`${RESULTS}/${name}`, { force: true });
  return `${RESULTS}/${name}`;
};

const parse = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

const firstLine = (/** @type {string} */ text = '') => text.trim().split('\n', 1)[0]?.slice(0, 300);

/**
 * A line for each test that failed, and for each file that failed without a test: it could not be
 * loaded, or ended badly.
 * @param {{ testResults: {
 *   name: string, status: string, message: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[],
 * }[] }} result the JSON that Vitest writes
 */
const listFailures = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(at('.'), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });

/**
 * Unit and API tests of the projects named, or the files that are named.
 * @param {string[]} projects
 * @param {string[]} files
 * @param {number} speed seconds that the reference loop took
 */
export const runVitest = async (projects, files, speed) => {
  const file = resultFile('vitest.json');
  const times = resultFile('processor-times.jsonl');
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [at('node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...reporters, ...chosen, ...files];
  const env = { ...innerEnvironment(), ...temporaryFilesInMemory(), PROCESSOR_TIMES: times };
  const { code } = await run(NODE, args, { env, show: true });
  return count(code, () => {
    const result = parse(file);
    const failures = [...listFailures(result), ...judgeSpent(times, speed)];
    const skipped = result.numPendingTests + result.numTodoTests;
    return { passed: result.numPassedTests, failed: failures.length, skipped, failures };
  });
};

/**
 * The paths that differ from a branch, and the test files that they can break (`affected.ts`).
 * @param {string[]} args
 * @returns {Promise<{ changed: string[], tests: string[] }>}
 */
export const readAffected = async (args) => {
  const { code, output } = await run(NODE, [at('scripts/testing/affected.ts'), ...args], { env: innerEnvironment() });
  if (code !== 0) throw new Error(output);
  return JSON.parse(output);
};

/**
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} Tried
 * @typedef {{ title: string, file: string, tests: Tried[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * The journeys that passed only at the second try, each with what went wrong at the first.
 * @param {Suite} suite of the JSON that Playwright writes
 * @returns {string[]}
 */
const listFlaky = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => `${file} › ${title}: ${firstLine(results[0]?.error?.message)}`),
  ),
  ...suites.flatMap(listFlaky),
];

/** Journeys in a real browser. */
export const runJourneys = async () => {
  const file = resultFile('journeys.json');
  const env = { ...innerEnvironment(), ...temporaryFilesInMemory(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const args = [at('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  const { code } = await run(NODE, args, { cwd: at('e2e'), env, show: true });
  return count(code, () => {
    const result = parse(file);
    const { expected, unexpected, flaky, skipped } = result.stats;
    return { passed: expected + flaky, failed: unexpected, skipped, unsure: listFlaky(result) };
  });
};

/**
 * Runs each test file, or those that the arguments choose, many times in a row (`long.ts`).
 * @param {string[]} args
 * @returns {Promise<Count>} in files
 */
export const runLong = async (args) => {
  const file = resultFile('long.json');
  const env = { ...innerEnvironment(), ...temporaryFilesInMemory(), LONG: '1', LONG_RESULTS: file };
  const { code } = await run(NODE, [at('scripts/testing/long.ts'), ...args], { env, show: true });
  return count(code, () => ({ ...parse(file), skipped: 0 }));
};
