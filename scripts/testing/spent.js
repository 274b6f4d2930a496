import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { at } from '../lib/paths.js';

/** @typedef {{ path: string, seconds: number }} Spent */

/** Seconds of processor time that a file of `npm test` may take where REFERENCE holds. */
const MOST = 20;

/**
 * Test files that may take more, each for its reason.
 * @type {Record<string, string>}
 */
const MAY_TAKE_MORE = {
  'server/test/crash/kill-nine.test.ts': 'kills servers and PostgreSQL amid writes, and starts them again',
  'web/app/routes/office/every-role.test.tsx': 'opens every page of the office as two roles',
};

/** Seconds that `referenceLoop` takes on the machine on which budgets were set. */
const REFERENCE = 0.5;

/** Seconds of processor time of a fixed loop: how quick this machine is at this hour. */
export const referenceLoop = () => {
  const before = process.cpuUsage();
  let sum = 0;
  for (let turn = 0; turn < 100_000_000; turn += 1) sum = (sum * 31 + turn) | 0;
  const { user, system } = process.cpuUsage(before);
  // A sum that is not used would be left out, and the loop with it.
  return sum === 0.5 ? 0 : (user + system) / 1e6;
};

/** @returns {Spent[]} the most first. */
const readSpent = (/** @type {string} */ file) =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ path, seconds }) => ({ path: relative(at('.'), path), seconds }))
    .sort((a, b) => b.seconds - a.seconds);

/** The part of the suite that a test file belongs to, by its folder. */
const partOf = (/** @type {string} */ path) =>
  /^server\/test\/(crash|older-server|ops)\//.exec(path)?.[1] ?? path.split('/', 1)[0] ?? path;

const inSeconds = (/** @type {number} */ seconds) => `${seconds.toFixed(1).padStart(7)} s`;

/**
 * Prints the processor time of each part and of the ten test files that took most, and names the
 * files that took more than they may.
 * @param {string} file in which each test file has a line, `{ path, seconds }`
 * @param {number} speed seconds that the reference loop took
 * @returns {string[]}
 */
export const judgeSpent = (file, speed) => {
  const spent = readSpent(file);
  if (spent.length === 0) return [];
  /** @type {Record<string, number>} */
  const parts = {};
  for (const { path, seconds } of spent) parts[partOf(path)] = (parts[partOf(path)] ?? 0) + seconds;
  console.log('\nProcessor time of test files, without PostgreSQL and browsers:');
  for (const [part, seconds] of Object.entries(parts)) console.log(`${inSeconds(seconds)}  ${part}`);
  console.log('The ten that took most:');
  for (const { path, seconds } of spent.slice(0, 10)) console.log(`${inSeconds(seconds)}  ${path}`);
  // The deep circle is for what takes long.
  if (process.env.DEEP) return [];
  // A machine that is slow at this hour, or has become so, takes more for everything.
  const most = MOST * Math.max(1, speed / REFERENCE, referenceLoop() / REFERENCE);
  return spent
    .filter(({ path, seconds }) => seconds > most && !(path in MAY_TAKE_MORE))
    .map(
      ({ path, seconds }) => `${path} took ${seconds.toFixed(1)} s of processor time, of at most ${most.toFixed(0)} s`,
    );
};
