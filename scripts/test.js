import { ensureServer, ensureWeb } from './lib/builds.js';
import { ensureInstalled } from './lib/install.js';
import { CHECKS, runChecks } from './testing/checks.js';
import { chooseDeep, noteProved } from './testing/deep.js';
import { ensureChromium, ensureOps, ensurePooler, ensurePostgres, ensureSwift } from './testing/programs.js';
import { referenceLoop } from './testing/spent.js';
import { readAffected, runJourneys, runLong, runVitest } from './testing/suites.js';

/** @typedef {import('./testing/checks.js').Count} Count */

/** @type {Count} */
const FAILED = { passed: 0, failed: 1 };

/** Vitest's projects of each part. */
const PROJECTS = {
  unit: ['contract', 'server-unit', 'web*', 'structure'],
  api: ['api', 'crash'],
};
const SUITES = [...Object.keys(PROJECTS), 'journeys'];

const speed = referenceLoop();

/** Seconds on the clock of each part, by its name. @type {Map<string, number>} */
const spent = new Map();

/**
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
const timed = async (name, work) => {
  const begun = performance.now();
  const result = await work();
  spent.set(name, (performance.now() - begun) / 1000);
  return result;
};

/** Builds what the suites start and serve. @returns {Promise<boolean>} false if that failed. */
const build = async () => {
  const [web, server] = await Promise.all([ensureWeb(), ensureServer()]);
  if (web === null || server === null) return false;
  // The servers that the tests start, and the pages that they serve.
  Object.assign(process.env, { WEB_BUILD: web, SERVER_BUILD: server });
  return true;
};

/**
 * The checks, and beside them the builds, then the suites one after another.
 * @returns {Promise<Count[]>}
 */
const runParts = async (/** @type {Set<string>} */ parts) => {
  const checks = Object.keys(CHECKS).filter((name) => parts.has(name));
  const suites = SUITES.filter((name) => parts.has(name));
  const [built, counts] = await timed('checks and build', () =>
    Promise.all([suites.length === 0 || build(), runChecks(checks)]),
  );
  if (!built) return [...counts, FAILED];
  const projects = Object.entries(PROJECTS).flatMap(([name, ofPart]) => (parts.has(name) ? ofPart : []));
  if (projects.length > 0) counts.push(await timed('unit and api', () => runVitest(projects, [], speed)));
  if (!parts.has('journeys')) return counts;
  await ensureChromium();
  return [...counts, await timed('journeys', runJourneys)];
};

const near = async (/** @type {string[]} */ parts) => ((await ensureInstalled()) ? runParts(new Set(parts)) : [FAILED]);

/**
 * All that `npm test` leaves out, or with `changed` those of it that a difference from the commit
 * in `.ci/proved` can break.
 * @param {string[]} args
 * @returns {Promise<Count[]>}
 */
const runDeep = async (args) => {
  process.env.DEEP = '1';
  if (!(await ensureInstalled())) return [FAILED];
  const chosen = await chooseDeep(args);
  if (chosen.tests?.length === 0 && !chosen.journeys) return [];
  if (!(await build())) return [FAILED];
  /** @type {Count[]} */
  const counts = [];
  if (chosen.tests?.length !== 0) {
    for (const ensure of [ensurePostgres, ensureSwift, ensureOps, ensurePooler]) await ensure();
    counts.push(await timed('unit and api', () => runVitest([], chosen.tests ?? [], speed)));
  }
  if (chosen.journeys) {
    await ensureChromium();
    counts.push(await timed('journeys', runJourneys));
  }
  const isProof = counts.every(({ failed, unsure = [] }) => failed === 0 && unsure.length === 0);
  if (chosen.commit && isProof) noteProved(chosen.commit);
  return counts;
};

/**
 * Apart from all other parts: it takes hours, or minutes where its arguments choose few files.
 * @param {string[]} args
 * @returns {Promise<Count[]>}
 */
const runAgainAndAgain = async (args) => {
  process.env.DEEP = 'all';
  if (!(await ensureInstalled()) || !(await build())) return [FAILED];
  await ensureChromium();
  return [await runLong(args)];
};

/**
 * The checks of all rooms, and beside them the tests that can break by what differs from a branch.
 * @param {string[]} args
 * @returns {Promise<Count[]>}
 */
const runChanged = async (args) => {
  if (!(await ensureInstalled())) return [FAILED];
  const { changed, tests } = await readAffected(args);
  console.log(`${changed.length} files differ, which ${tests.length} test files of both circles can notice`);
  const [checks, tested] = await Promise.all([
    runChecks(['lint', 'structure', 'types']),
    tests.length > 0 ? runVitest([], tests, speed) : [],
  ]);
  return [...checks, tested].flat();
};

const ALL = [...Object.keys(CHECKS), ...SUITES];
/** Parts that stand first, with arguments of their own, and never with another part. */
const ALONE = { deep: runDeep, long: runAgainAndAgain, changed: runChanged };
const [first, ...args] = process.argv.slice(2);
const asked = first === undefined ? ALL : [first, ...args];
const alone = Object.entries(ALONE).find(([name]) => name === first)?.[1];
const unknown = alone ? [] : asked.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  const misplaced = unknown.find((name) => name in ALONE);
  const names = [...ALL, ...Object.keys(ALONE)].join(', ');
  const advice = misplaced ? `${misplaced} stands first and alone` : `there are ${names}`;
  console.error(`There is no part ${unknown.join(', ')}; ${advice}.`);
}

const counts = unknown.length > 0 ? [FAILED] : await (alone ? alone(args) : near(asked));
const sum = (/** @type {'passed' | 'failed'} */ kind) => counts.reduce((total, count) => total + count[kind], 0);
const times = [...spent].map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`);
if (times.length > 0) {
  console.log(
    `\nOn the clock: ${times.join(', ')}; a loop that takes 0.5 s on an idle machine took ${speed.toFixed(2)} s`,
  );
}
// Hundreds of lines of journeys stand between a test's failure and the end.
for (const failure of counts.flatMap(({ failures }) => failures ?? [])) console.log(`✗ ${failure}`);
for (const journey of counts.flatMap(({ unsure }) => unsure ?? [])) console.log(`~ only at the second try: ${journey}`);
// `deep changed` may have nothing to run.
const mayBeNone = first === 'deep' && args[0] === 'changed';
process.exitCode = sum('failed') === 0 && (sum('passed') > 0 || mayBeNone) ? 0 : 1;
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
