import { spawn, spawnSync } from 'node:child_process';
import { addressOf, reachDatabase } from '#db/reach.ts';
import { readPlacedConfig } from './data-dir.ts';
import { runProgram } from './program.ts';

const isInstalled = (): boolean => spawnSync('psql', ['--version']).status === 0;

/** Hands the terminal to psql until it ends. Ctrl-C is psql's, to cancel a statement. */
const prompt = async (address: string, args: readonly string[]): Promise<void> => {
  process.on('SIGINT', () => {});
  const child = spawn('psql', [address, ...args], { stdio: 'inherit' });
  await new Promise((resolve) => child.on('close', resolve));
  process.exitCode = child.exitCode ?? 1;
};

await runProgram(async () => {
  const { where, close } = await reachDatabase(readPlacedConfig(process.env));
  try {
    const address = addressOf(where);
    if (isInstalled()) return await prompt(address, process.argv.slice(2));
    console.log(`There is no psql on this machine. While the server runs, its database is at\n${address}`);
  } finally {
    await close();
  }
});
