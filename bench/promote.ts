import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readPostmasterFile } from '../server/src/db/cluster/postmaster.ts';
import { startCluster } from '../server/src/db/cluster/start-cluster.ts';
import { openPool } from '../server/src/db/connection/open-postgres.ts';
import { dataFolder, runProduct, startServer } from '../server/test/crash/server-process.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { fill } from './lib/fill.ts';

/** The seconds of standing still while a database becomes a server of its own, and the way back. */
const { values: given } = parseArgs({
  options: { payments: { type: 'string', default: '1000000' }, port: { type: 'string', default: '5499' } },
});
const payments = Number(given.payments);

const { dataDir: root, remove } = dataFolder();
const dataDir = join(root, 'data');
const own = join(root, 'postgres');
const TOKEN_SECRET = 'the secret of a bench, which is long enough';

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const begun = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return result;
};

const product = async (command: string, args: string[], settings: Record<string, string> = {}): Promise<string> => {
  const { code, output } = await runProduct(command, dataDir, args, settings);
  if (code !== 0) throw new Error(output);
  return output;
};

const makeDatabase = async (): Promise<void> => {
  const made = await startServer(dataDir);
  made.kill('SIGTERM');
  await made.end;
  const { connection, stop } = await startCluster({ dataDir });
  const { db, close } = openPool(connection);
  await prepare(db);
  await close();
  // Without the limit of time that a pool gives its statements.
  const client = new pg.Client(connection);
  await client.connect();
  await fill((statement) => client.query(statement), { drivers: Math.ceil(payments / 10), payments });
  await client.end();
  await stop();
};

try {
  await timed(`${given.payments} payments made`, makeDatabase);
  const server = await startServer(dataDir);
  const { url, next } = await timed(
    'Standing still, from the signal to the server’s end until another answers',
    async () => {
      server.kill('SIGTERM');
      await server.end;
      const said = await timed('  of this the command', () => product('promote', [own, `--port=${given.port}`]));
      const [, url = ''] = /^DATABASE_URL=(.*)$/m.exec(said) ?? [];
      return { url, next: await startServer(dataDir, { DATABASE_URL: url, TOKEN_SECRET }) };
    },
  );
  next.kill('SIGTERM');
  await next.end;
  await timed('The way back, every row copied into a folder', () =>
    product('move', [join(root, 'back')], { DATABASE_URL: url, TOKEN_SECRET }),
  );
} finally {
  const running = readPostmasterFile(own);
  if (running) process.kill(running.pid, 'SIGQUIT');
  remove();
}
