import { ensureInstalled } from './lib/install.js';
import { ensureWeb } from './lib/web.js';
import { CHECKS, runCheck } from './testing/checks.js';
import { ensureChromium, ensureOps, ensurePooler, ensurePostgres, ensureSwift } from './testing/programs.js';
import { readAffected, runJourneys, runLong, runVitest } from './testing/suites.js';

/** @typedef {import('./testing/checks.js').Count} Count */

const SUITES = ['unit', 'api', 'journeys'];
const UNIT = ['contract', 'server-unit', 'web', 'structure'];
const API = ['api*', 'crash', 'ops*'];
/** A part that is asked for by name alone, since CI has it among those of the API. */
const POOLED = 'pooled';

const runInTurn = async (/** @type {string[]} */ names) => {
  /** @type {Count[]} */
  const counts = [];
  for (const name of names) counts.push(await runCheck(name));
  return counts;
};

/**
 * Runs the checks and builds the web, in two chains at the same time, each with work for one core.
 * @param {Set<string>} parts
 */
const checkAndBuild = async (parts) => {
  const chosen = (/** @type {string[]} */ ...names) => names.filter((name) => parts.has(name));
  // Some API tests ask for the pages that the server sends.
  const needsWeb = SUITES.some((suite) => parts.has(suite));
  const lintAndBuild = async () => {
    const counts = await runInTurn(chosen('lint', 'structure'));
    const web = needsWeb ? await ensureWeb() : null;
    // The servers that the tests start serve this one.
    if (web) process.env.WEB_BUILD = web;
    return { counts, built: !needsWeb || web !== null };
  };
  // `unused` reads what `types` generates.
  const [counts, other] = await Promise.all([runInTurn(chosen('types', 'unused')), lintAndBuild()]);
  return { counts: [...counts, ...other.counts], built: other.built };
};

/** @returns {Promise<Count[]>} */
const runParts = async (/** @type {Set<string>} */ parts) => {
  if (!(await ensureInstalled())) return [{ passed: 0, failed: 1 }];
  const { counts, built } = await checkAndBuild(parts);
  if (!built) return [...counts, { passed: 0, failed: 1 }];
  if (parts.has(POOLED)) process.env.POOLED ||= '1';
  if (parts.has('api')) await ensurePostgres();
  if (parts.has('unit')) await ensureSwift();
  if (parts.has('api')) await ensureOps();
  if (parts.has('api') || parts.has(POOLED)) await ensurePooler();
  const pooled = parts.has(POOLED) && !parts.has('api') ? ['api (PgBouncer)'] : [];
  const projects = [...(parts.has('unit') ? UNIT : []), ...(parts.has('api') ? API : []), ...pooled];
  if (projects.length > 0) counts.push(await runVitest(projects));
  if (!parts.has('journeys')) return counts;
  await ensureChromium();
  return [...counts, await runJourneys()];
};

/**
 * Apart from all other parts: it takes hours, or minutes where its arguments choose few files.
 * @param {string[]} args
 * @returns {Promise<Count[]>}
 */
const runAgainAndAgain = async (args) => {
  if (!(await ensureInstalled()) || !(await ensureWeb())) return [{ passed: 0, failed: 1 }];
  await ensureChromium();
  return [await runLong(args)];
};

/**
 * The checks of all rooms, and beside them the tests that can break by what differs from a branch.
 * @param {string[]} args
 * @returns {Promise<Count[]>}
 */
const runChanged = async (args) => {
  if (!(await ensureInstalled())) return [{ passed: 0, failed: 1 }];
  const { changed, tests } = await readAffected(args);
  console.log(`${changed.length} files differ, which ${tests.length} test files can notice`);
  const [checks, tested] = await Promise.all([
    runInTurn(['lint', 'structure', 'types']),
    tests.length > 0 ? runVitest([], tests) : [],
  ]);
  return [...checks, tested].flat();
};

const ALL = [...Object.keys(CHECKS), ...SUITES];
/** Parts that stand first, with arguments of their own, and never with another part. */
const ALONE = { long: runAgainAndAgain, changed: runChanged };
const [first, ...args] = process.argv.slice(2);
const asked = first === undefined ? ALL : [first, ...args];
const alone = Object.entries(ALONE).find(([name]) => name === first)?.[1];
const unknown = alone ? [] : asked.filter((name) => !ALL.includes(name) && name !== POOLED);
if (unknown.length > 0) {
  const misplaced = unknown.find((name) => name in ALONE);
  const names = [...ALL, POOLED, ...Object.keys(ALONE)].join(', ');
  const advice = misplaced ? `${misplaced} stands first and alone` : `there are ${names}`;
  console.error(`There is no part ${unknown.join(', ')}; ${advice}.`);
}

const chosen = async () => (alone ? alone(args) : runParts(new Set(asked)));
const counts = unknown.length > 0 ? [] : await chosen();
const sum = (/** @type {'passed' | 'failed'} */ kind) => counts.reduce((total, count) => total + count[kind], 0);
// Hundreds of lines of journeys stand between a test's failure and the end.
for (const failure of counts.flatMap(({ failures }) => failures ?? [])) console.log(`✗ ${failure}`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
