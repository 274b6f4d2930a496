import { spawn } from 'node:child_process';
import { ROOT } from './paths.js';

/** @typedef {{ code: number, output: string }} Outcome `code` is 1 if missing or signalled. */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

const endAll = (/** @type {NodeJS.Signals} */ signal) => {
  for (const child of running) child.kill(signal);
  process.exit(signal === 'SIGINT' ? 130 : 143);
};
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => endAll(signal));

/**
 * Runs a program of the project to its end, and keeps its output, which `show` also prints. It ends
 * with this process.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options]
 * @returns {Promise<Outcome>}
 */
export const run = (program, args, { cwd = ROOT, env = process.env, show = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      if (show) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => {
      running.delete(child);
      if (signal) keep(Buffer.from(`${program} was ended by ${signal}\n`));
      resolve({ code: code ?? 1, output });
    });
  });
