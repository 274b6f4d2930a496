import { ensureInstalled } from './lib/install.js';
import { ensureWeb } from './lib/web.js';
import { CHECKS, runCheck } from './testing/checks.js';
import { ensureChromium, ensurePostgres } from './testing/programs.js';
import { runJourneys, runLong, runVitest } from './testing/suites.js';

/** @typedef {import('./testing/checks.js').Count} Count */

const SUITES = ['unit', 'api', 'journeys'];
const UNIT = ['contract', 'server-unit', 'web', 'structure'];
const API = ['api*', 'crash'];

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
  if (parts.has('api')) await ensurePostgres();
  const projects = [...(parts.has('unit') ? UNIT : []), ...(parts.has('api') ? API : [])];
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

const ALL = [...Object.keys(CHECKS), ...SUITES];
const LONG = 'long';
const [first, ...args] = process.argv.slice(2);
const asked = first === undefined ? ALL : [first, ...args];
const unknown = first === LONG ? [] : asked.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  const advice = unknown.includes(LONG) ? `${LONG} stands first and alone` : `there are ${[...ALL, LONG].join(', ')}`;
  console.error(`There is no part ${unknown.join(', ')}; ${advice}.`);
}

const chosen = async () => (first === LONG ? runAgainAndAgain(args) : runParts(new Set(asked)));
const counts = unknown.length > 0 ? [] : await chosen();
const sum = (/** @type {keyof Count} */ kind) => counts.reduce((total, count) => total + count[kind], 0);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
