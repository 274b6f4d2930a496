import { spawn } from 'node:child_process';
import { at, innerEnvironment, NODE, ROOT } from './lib/paths.js';

/** The port of the pages while developing; the server is behind them, at PORT. */
const WEB_PORT = '5173';
const PORT = process.env.PORT ?? '3000';

const env = {
  ...innerEnvironment(),
  PORT,
  API_PORT: PORT,
  // Links lead to the pages that reload themselves.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${WEB_PORT}`,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
};
const programs = [
  {
    args: [
      '--watch-path=server/src',
      '--watch-path=contract/src',
      '--watch-path=server/migrations',
      'server/src/main.ts',
    ],
    cwd: ROOT,
  },
  { args: [at('node_modules/@react-router/dev/bin.cjs'), 'dev', '--port', WEB_PORT], cwd: at('web') },
];

const children = programs.map(({ args, cwd }) => spawn(NODE, args, { cwd, env, stdio: 'inherit' }));
const endAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', endAll);
process.on('SIGTERM', endAll);
// Each of the two is useless without the other.
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
console.log(`The pages are at http://localhost:${WEB_PORT} and reload as you edit.`);
