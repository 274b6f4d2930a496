import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../server/src/db/database.ts';
import { shippedProgram } from '../../server/test/builders/shipped-program.ts';

type Shipped = { where: pg.PoolConfig; db: Db; secret: string; smallHeap?: boolean };

/**
 * True until the jobs that are rare have run, those that they queued, and nothing rare has begun
 * for three seconds. That one is due says little: some stay due while nothing is to be done.
 */
const isStillBusy = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM jobs WHERE (every_ms IS NULL AND status = 'waiting')
      OR ((every_ms IS NULL OR every_ms > 60000)
        AND (status = 'running' OR begun_at > now() - interval '3 seconds'))
    UNION ALL SELECT WHERE NOT EXISTS (SELECT FROM jobs WHERE begun_at IS NOT NULL)
    LIMIT 1`.execute(db);
  return rows.length > 0;
};

/**
 * Starts the product as `npm start` does: its own process, heap and all jobs. It ends nothing by
 * age, since a bench's payments and drivers are old. `smallHeap` gives it the heap of a server
 * below 1 GB. Resolves with port and process id once the work that is due at a start is done.
 */
export const startShipped = async ({ where, db, secret, smallHeap = false }: Shipped) => {
  const folder = await mkdtemp(join(tmpdir(), 'banbo-bench-'));
  const server = spawn(process.execPath, [...(smallHeap ? ['--optimize-for-size'] : []), shippedProgram('main')], {
    env: {
      ...process.env,
      DATABASE_URL: `postgres://${where.user}@localhost/${where.database}?host=${where.host}`,
      ...{ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', TOKEN_SECRET: secret },
      // Callers choose their addresses: limits by address are counted but refuse nobody.
      TRUST_PROXY: '1',
      ...{ CLAIM_DAYS: '3650', REGISTRATION_DAYS: '3650' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  let said = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const portSaid = (): string | undefined => /listens on http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
  while (portSaid() === undefined) {
    if (server.exitCode !== null) throw new Error(`The product ended while starting: ${said}`);
    await wait(50);
  }
  while (await isStillBusy(db)) await wait(200);
  return {
    port: Number(portSaid()),
    pid: server.pid ?? 0,
    end: async (): Promise<void> => {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
