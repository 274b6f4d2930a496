import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { withoutTimeLimit } from '../../server/src/db/connection/connect.ts';
import { tokenKeys } from '../../server/src/domains/identity/index.ts';
import { buildFeedSecret } from '../../server/test/builders/feed-secret.ts';
import { buildCity } from '../../server/test/city/build-city.ts';
import { prepare } from '../../server/test/database/prepare.ts';
import { bareReports } from './bare-reports.ts';
import { openBench } from './driver.ts';
import { fillNewest, fillPlaces } from './fill-places.ts';
import { addOfficeUser } from './office-user.ts';
import { openSessions } from './sessions.ts';
import { startShipped } from './shipped.ts';
import type { City, Filling, ServedTrackers } from './trackers.ts';

/**
 * Serves cars with trackers: the product in one or more processes of its own on one database, and
 * the bare server of the feeds in this one. A message fills in cars or places.
 */
const [servers, secret = '', password = '', bin] = process.argv.slice(2);
const TOKEN_SECRET = 'a secret that only the bench has, long';
const DAY = 86_400_000;
/** Less than after which a car that never reported is silent. */
const FITTED = DAY / 8;

const opened = await openBench({ bin: bin || undefined, drivers: 0, payments: 0 }, prepare);
const { db, where } = opened;
await buildFeedSecret(db, secret, new Date());
await addOfficeUser(db, password);
const sessions = await openSessions(db);
const products: Awaited<ReturnType<typeof startShipped>>[] = [];
while (products.length < Number(servers)) products.push(await startShipped({ where, db, secret: TOKEN_SECRET }));
const bare = bareReports(opened.prepared).listen(0, '127.0.0.1');
await once(bare, 'listening');

/** The process of PostgreSQL that is the parent of all others. */
const postmaster = async (): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(rows[0]?.pid)], { encoding: 'utf8' }));
};

process.on('message', async ({ cars, fittedDays, newest, places }: Filling) => {
  const city: City = { cars: [], tokens: await sessions.tokens(tokenKeys(TOKEN_SECRET)) };
  const since = new Date(Date.now() - (fittedDays ? fittedDays * DAY : FITTED));
  if (cars) city.cars = await buildCity(db, { cars, since });
  if (newest) await fillNewest(db);
  if (places) await fillPlaces(db, places.days, places);
  await withoutTimeLimit(() =>
    db.connection().execute(async (own) => {
      await sql`SET statement_timeout = 0`.execute(own);
      await sql`VACUUM ANALYZE`.execute(own);
      await sql`RESET statement_timeout`.execute(own);
    }),
  );
  process.send?.(city);
});
process.on('disconnect', async () => {
  for (const product of products) await product.end();
  bare.closeAllConnections();
  bare.close();
  await opened.close();
});
const served: ServedTrackers = {
  ports: products.map(({ port }) => port),
  pids: products.map(({ pid }) => pid),
  bare: (bare.address() as AddressInfo).port,
  postgres: await postmaster(),
};
process.send?.(served);
