import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { at, ROOT } from '../lib/paths.js';
import { readAffected } from './suites.js';

/** The file with the commit at which all of `npm test -- deep` last passed. */
const PROVED = at('.ci/proved');

/** The remarks of `deep-projects.ts` on what this machine has no program for. */
const LEFT_OUT = at('test-results/left-out.txt');

/** Paths that every test stands on: a change of one has all of them run. */
const GROUND = [
  /^server\/(migrations|src\/db|src\/http)\//,
  /^contract\/src\/common\//,
  /^(.*\/)?package(-lock)?\.json$/,
  /^scripts\/(?!structure\/)/,
  /^(server\/test|web\/test|e2e\/harness)\/(?!.*\.test\.tsx?$)/,
  /^(vitest\.config\.ts|e2e\/playwright\.config\.ts|\.ci\/run)$/,
];

/** Files of which the product, or a journey through it, is made. */
const JOURNEYED = /^(contract\/src|server\/(src|seeds)|web|e2e)\/(?!.*\.test\.tsx?$)|^e2e\/journeys\//;

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', ['-C', ROOT, '-c', 'safe.directory=*', ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();

/** The commit in `.ci/proved` if this history has it. */
const provedCommit = () => {
  const commit = existsSync(PROVED) ? readFileSync(PROVED, 'utf8').trim() : '';
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return commit;
  } catch {
    return null;
  }
};

/** The commit that the files are of; null where some differ from it. */
const cleanCommit = () => {
  const differ = git('status', '--porcelain')
    .split('\n')
    .filter((line) => line && !line.endsWith(' .ci/proved'));
  return differ.length > 0 ? null : git('rev-parse', 'HEAD');
};

/**
 * @typedef {object} Chosen
 * @property {string | null} [commit] The commit that passes, if all of it runs and passes.
 * @property {string[]} [tests] Vitest's files; all of them when absent.
 * @property {boolean} journeys
 * @property {string} why
 */

/** @returns {Promise<Chosen>} */
const chooseChanged = async () => {
  const base = provedCommit();
  const all = { commit: cleanCommit(), journeys: true };
  if (base === null) return { ...all, why: 'No commit of this history is known to have passed all of it.' };
  const { changed, tests } = await readAffected([base, 'deep']);
  const ground = changed.find((path) => GROUND.some((place) => place.test(path)));
  if (ground) return { ...all, why: `${ground} differs from ${base}, which every test stands on.` };
  const shipped = changed.find((path) => JOURNEYED.test(path));
  const journeys = shipped === undefined ? 'no journey' : `journeys, as ${shipped} differs`;
  const why = `${changed.length} files differ from ${base}, which ${tests.length} test files can notice; ${journeys}.`;
  return { tests, journeys: shipped !== undefined, why };
};

/** @returns {Chosen} */
const chooseNamed = (/** @type {string[]} */ names) => {
  if (names.length === 0) return { commit: cleanCommit(), journeys: true, why: 'All of it was asked for.' };
  const tests = names.filter((name) => name !== 'journeys');
  return { tests, journeys: tests.length < names.length, why: `${names.join(', ')} were asked for.` };
};

/**
 * Chooses what of `npm test -- deep` is run, and notes in `test-results/deep.txt` what and why.
 * @param {string[]} args none for all, `changed`, or parts of paths and `journeys`
 * @returns {Promise<Chosen>}
 */
export const chooseDeep = async (args) => {
  const chosen = args[0] === 'changed' ? await chooseChanged() : chooseNamed(args);
  console.log(chosen.why);
  mkdirSync(at('test-results'), { recursive: true });
  rmSync(LEFT_OUT, { force: true });
  writeFileSync(at('test-results/deep.txt'), [chosen.why, ...(chosen.tests ?? []), ''].join('\n'));
  return chosen;
};

/**
 * Notes that all of it passed at this commit, unless this machine left some out, or the files have
 * changed while it ran.
 * @param {string} commit
 */
export const noteProved = (commit) => {
  if (existsSync(LEFT_OUT) || cleanCommit() !== commit) return;
  writeFileSync(PROVED, `${commit}\n`);
  console.log('.ci/proved names this commit now');
};
