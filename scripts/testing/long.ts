import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { at, NODE, ROOT } from '../lib/paths.js';
import { changedPaths } from './affected.ts';

/**
 * Runs each test file many times, alone and beside two busy loops, and names those that ever
 * failed. Arguments: parts of paths, or `changed` for files that differ from `main`; `--times` sets
 * how often. LONG_RESULTS is the path of the results, `{ passed, failed }` in files.
 */
const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const times = Number(values.times);

const LOOPS = 2;
const busy: ChildProcess[] = [];
const endBusy = (): void => {
  for (const loop of busy.splice(0)) loop.kill('SIGKILL');
};
process.on('exit', endBusy);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

type TestFile = { path: string; project: string; run: (repetition: number) => Promise<string[]> };

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

const parts = positionals.flatMap((part) =>
  part === 'changed' ? changedPaths().filter((path) => /\.test\.tsx?$/.test(path)) : [part],
);
const isChosen = (path: string): boolean =>
  positionals.length === 0 || parts.some((part) => path.includes(part.replace(/^\.\//, '')));

const wordsOf = (errors: readonly { message?: string }[]): string =>
  (errors[0]?.message ?? '').split('\n')[0]?.slice(0, 200) ?? '';

const runOnce = async (vitest: Vitest, specification: TestSpecification): Promise<string[]> => {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const failed = testModules.flatMap((one) => [
    ...one.errors().map((error) => wordsOf([error])),
    ...[...one.children.allTests('failed')].map((test) => `${test.fullName}: ${wordsOf(test.result().errors ?? [])}`),
  ]);
  const unhandled = unhandledErrors.map((error) => `unhandled: ${wordsOf([error as Error])}`);
  return [...failed, ...unhandled, ...(testModules.length === 0 ? ['did not run'] : [])];
};

/** A journey’s file, run by Playwright’s own program, whose exit code says whether it failed. */
const runJourney = async (path: string): Promise<string[]> => {
  const args = [at('node_modules/@playwright/test/cli.js'), 'test', '--reporter=line', '--workers=1', path];
  const { status, stdout } = spawnSync(NODE, args, { cwd: at('e2e'), encoding: 'utf8' });
  return status === 0 ? [] : [stdout.match(/^ {2}\d+\) .*$/gm)?.join('; ') ?? stdout.slice(-300)];
};

const unitAndApi = async (): Promise<{ files: TestFile[]; close: () => Promise<void> }> => {
  const vitest = await createVitest({ watch: false, reporters: [{}], root: ROOT });
  const specifications = await vitest.globTestSpecifications();
  const files = specifications.map((specification) => ({
    path: relative(ROOT, specification.moduleId),
    project: specification.project.name,
    run: (repetition: number) => {
      process.env.FIRST_SERIAL = String(repetition);
      return runOnce(vitest, specification);
    },
  }));
  return { files, close: () => vitest.close() };
};

const journeys = (): TestFile[] =>
  git('ls-files', 'e2e/journeys')
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => ({ path, project: 'journeys', run: () => runJourney(relative('e2e', path)) }));

/** Runs a file as often as asked; gives how often it failed, and each failure that it had, once. */
const repeat = async (file: TestFile): Promise<{ count: number; failures: Set<string> }> => {
  const failures = new Set<string>();
  let count = 0;
  for (let repetition = 0; repetition < times; repetition += 1) {
    const failed = await file.run(repetition);
    if (failed.length > 0) count += 1;
    for (const one of failed) failures.add(one);
  }
  return { count, failures };
};

const beBusy = (): void => {
  for (let loop = 0; loop < LOOPS; loop += 1) busy.push(spawn(NODE, ['-e', 'for (;;) {}'], { stdio: 'ignore' }));
};

const { files, close } = await unitAndApi();
const chosen = [...files, ...journeys()].filter(({ path }) => isChosen(path));
if (chosen.length === 0) console.error(`No test file is called ${positionals.join(', ')}.`);
let failed = 0;
for (const file of chosen) {
  const alone = await repeat(file);
  beBusy();
  const beside = await repeat(file);
  endBusy();
  const isFlaky = alone.count + beside.count > 0;
  if (isFlaky) failed += 1;
  const counts = `${times - alone.count} of ${times} alone, ${times - beside.count} of ${times} beside ${LOOPS} busy loops`;
  console.log(`${isFlaky ? '✗' : '✓'} ${file.path} (${file.project}): passed ${counts}`);
  for (const failure of new Set([...alone.failures, ...beside.failures])) console.log(`    ${failure}`);
}
await close();
writeFileSync(
  process.env.LONG_RESULTS ?? at('test-results/long.json'),
  JSON.stringify({ passed: chosen.length - failed, failed }),
);
process.exit(failed > 0 || chosen.length === 0 ? 1 : 0);
