import { spawn, spawnSync } from 'node:child_process';
import { addressOf, reachDatabase } from '#db/reach.ts';
import { readConfigOfData } from './data-dir.ts';
import { runProgram } from './program.ts';

const isInstalled = (): boolean => spawnSync('psql', ['--version']).status === 0;

/** Hands the terminal to psql until it ends. Ctrl-C goes to psql, which cancels a statement. */
const prompt = async (address: string, password: string | undefined, args: readonly string[]): Promise<void> => {
  process.on('SIGINT', () => {});
  const env = { ...process.env, ...(password === undefined ? {} : { PGPASSWORD: password }) };
  const child = spawn('psql', [address, ...args], { stdio: 'inherit', env });
  await new Promise((resolve) => child.on('close', resolve));
  process.exitCode = child.exitCode ?? 1;
};

await runProgram(async () => {
  const { connection, close } = await reachDatabase(readConfigOfData(process.env));
  try {
    const { address, password } = addressOf(connection);
    if (isInstalled()) return await prompt(address, password, process.argv.slice(2));
    console.log(
      `There is no psql on this machine; any version of it will do. While its server runs, the database is at\n${address}`,
    );
  } finally {
    await close();
  }
});
