import { spawn } from 'node:child_process';
import { ROOT } from './paths.js';

/** @typedef {{ code: number, output: string }} Outcome `code` is 1 for a program that a signal ended or that is missing. */

/**
 * Runs a program of the project to its end and keeps what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onOutput?: (text: string) => void }} [options]
 * @returns {Promise<Outcome>}
 */
export const run = (program, args, { cwd = ROOT, env = process.env, onOutput } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      onOutput?.(String(chunk));
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
