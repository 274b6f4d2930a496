import { at, innerEnvironment, NODE } from '../lib/paths.js';
import { run } from '../lib/run.js';

/**
 * @typedef {{ passed: number, failed: number, failures?: string[], unsure?: string[] }} Count
 * `unsure` passed only at the second try.
 */
/** @typedef {{ cwd?: string, args: string[] }} Program */

const REACT_ROUTER = at('node_modules/@react-router/dev/bin.cjs');
/** The most work first, so that two lanes end together; the bench is checked with the server. */
const ROOMS = ['server', 'web', 'e2e', 'contract', 'scripts', 'web/sw'];

/** Keeps what the compiler has checked, so that the next run checks what has changed. */
const checkTypes = (/** @type {string} */ room) => ({
  args: [
    ...[at('node_modules/typescript/bin/tsc'), '-p', room, '--incremental'],
    ...['--tsBuildInfoFile', at(`node_modules/.cache/types/${room.replace('/', '-')}.tsbuildinfo`)],
    // The default of four threads checks most types several times.
    ...['--checkers', '1'],
  ],
});

/** @type {Record<string, { first?: Program, programs: Program[] }>} Programs of each check. */
export const CHECKS = {
  types: { first: { cwd: 'web', args: [REACT_ROUTER, 'typegen'] }, programs: ROOMS.map(checkTypes) },
  lint: { programs: [{ args: [at('node_modules/@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.'] }] },
  structure: { programs: [{ args: [at('scripts/structure/check.ts')] }] },
  unused: { programs: [{ args: [at('node_modules/knip/bin/knip.js'), '--no-progress'] }] },
};

/** @returns {Promise<string | null>} what a program said that failed. */
const failureOf = async (/** @type {Program} */ { cwd = '.', args }) => {
  const { code, output } = await run(NODE, args, { cwd: at(cwd), env: innerEnvironment() });
  return code === 0 ? null : output;
};

/**
 * The programs of one check, each a task that answers what it said if it failed. `begin` must have
 * ended before the others begin.
 * @param {string} name
 */
const tasksOf = (name) => {
  const { first, programs } = CHECKS[name] ?? { programs: [] };
  const begin = first ? failureOf(first) : Promise.resolve(null);
  return programs.map((program) => ({ name, work: async () => (await begin) ?? failureOf(program) }));
};

/**
 * Runs checks on two lanes, the longest first, and prints what failed ones said.
 * @param {string[]} names
 * @returns {Promise<Count[]>}
 */
export const runChecks = async (names) => {
  const tasks = names.flatMap(tasksOf);
  /** @type {Map<string, string>} */
  const failed = new Map();
  const lane = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      const said = await task.work();
      if (said !== null) failed.set(task.name, `${failed.get(task.name) ?? ''}${said}\n`);
    }
  };
  await Promise.all([lane(), lane()]);
  return names.map((name) => {
    const said = failed.get(name);
    console.log(said === undefined ? `✓ ${name}` : `${said}\n✗ ${name}`);
    return said === undefined ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] };
  });
};
