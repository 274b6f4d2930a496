import { at, innerEnvironment, NODE } from '../lib/paths.js';
import { run } from '../lib/run.js';

/** @typedef {{ passed: number, failed: number, failures?: string[] }} Count */

const TYPESCRIPT = at('node_modules/typescript/bin/tsc');
const REACT_ROUTER = at('node_modules/@react-router/dev/bin.cjs');

/** @type {Record<string, { cwd?: string, args: string[] }[]>} Programs of each check. */
export const CHECKS = {
  types: [
    { cwd: 'web', args: [REACT_ROUTER, 'typegen'] },
    ...['contract', 'server', 'web', 'web/sw', 'e2e', 'bench', 'scripts'].map((room) => ({
      // The default of four threads check most types several times: twice the work, on two cores.
      args: [TYPESCRIPT, '-p', room, '--checkers', '1'],
    })),
  ],
  lint: [{ args: [at('node_modules/@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.'] }],
  structure: [{ args: [at('scripts/structure/check.ts')] }],
  unused: [{ args: [at('node_modules/knip/bin/knip.js'), '--no-progress'] }],
};

/**
 * Runs one check to its first failure, and prints what it said only then.
 * @param {string} name
 * @returns {Promise<Count>}
 */
export const runCheck = async (name) => {
  for (const { cwd = '.', args } of CHECKS[name] ?? []) {
    const { code, output } = await run(NODE, args, { cwd: at(cwd), env: innerEnvironment() });
    if (code === 0) continue;
    console.log(`${output}\n✗ ${name}`);
    return { passed: 0, failed: 1 };
  }
  console.log(`✓ ${name}`);
  return { passed: 1, failed: 0 };
};
