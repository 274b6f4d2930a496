import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedReference } from '../../seeds/reference.ts';
import { openArchiver } from '../../src/backup/archive/archiver.ts';
import { restoreArchive } from '../../src/backup/archive/restore-archive.ts';
import { readConfig } from '../../src/config.ts';
import { allowPassing } from '../../src/db/cluster/run-as.ts';
import { startCluster } from '../../src/db/cluster/start-cluster.ts';
import { asSuperuser } from '../../src/db/cluster/superuser.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import type { Db } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migration/migrate.ts';
import { openFiles } from '../../src/integrations/files/file-store.ts';
import { drawNumbers, nextDocument } from '../builders/drawn-numbers.ts';
import { buildDriver } from '../builders/drivers.ts';
import { buildIncident } from '../builders/incidents.ts';
import { buildPayment } from '../builders/payments.ts';
import { submissionOf } from '../builders/submissions.ts';
import { dataFolder } from './server-process.ts';

const CHAINS = process.env.LONG ? 20 : 2;
const YEARS = [2026, new Date().getUTCFullYear()];

let root: string;
let remove: () => void;
beforeAll(() => {
  for (const name of ['log', 'warn'] as const) vi.spyOn(console, name).mockImplementation(() => {});
  ({ dataDir: root, remove } = dataFolder());
});
afterAll(() => {
  vi.restoreAllMocks();
  remove();
});

/** A server's database and archiver on a folder, without its pages. */
const open = async (dataDir: string, place: string) => {
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_URL: place });
  const archiver = await openArchiver(config);
  if (archiver === null) throw new Error('There is no archiver');
  const cluster = await startCluster({ dataDir, memory: 512, archive: archiver });
  const pool = openPool(cluster.connection);
  await migrate(pool.db, seedReference);
  const it = { db: pool.db, files: await openFiles(config), clock: { now: new Date('2026-11-20T10:00:00Z') } };
  const close = async () => {
    await pool.close();
    await cluster.stop();
  };
  return { it, archiver, cluster, close };
};

type Open = Awaited<ReturnType<typeof open>>;

/** The next number of each sequence, by its name. */
const drawSequences = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ number: string }>`
    SELECT relname || ' ' || nextval(oid::regclass) AS number FROM pg_class
    WHERE relkind = 'S' AND relpersistence = 'p' AND relnamespace = current_schema()::regnamespace`.execute(db);
  return rows.map(({ number }) => number);
};

/** A number of every kind, a receipt among them, and the moment after which they are kept. */
const draw = async ({ it, cluster }: Open, incidentId: string): Promise<{ numbers: string[]; moment: Date }> => {
  const { driver } = await buildDriver(it);
  const payment = await buildPayment(it, submissionOf(driver), 'cleared');
  const receipt = it.db.selectFrom('receipts').select('number').where('subject_id', '=', payment);
  const numbers = [`receipt ${(await receipt.executeTakeFirstOrThrow()).number}`, driver.driver_code];
  numbers.push(...(await drawSequences(it.db)));
  const counted = await it.db.transaction().execute(async (tx) => {
    const drawn = [await nextDocument(tx, incidentId)];
    for (const year of new Set(YEARS)) drawn.push(...(await drawNumbers(tx, year)));
    return drawn;
  });
  await asSuperuser(cluster.connection, (query) => query('SELECT pg_switch_wal()'));
  // A restore takes whole seconds.
  await delay(1_100);
  const moment = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  await delay(1_000);
  return { numbers: [...numbers, ...counted], moment };
};

test.for(Array.from({ length: CHAINS }, (_, n) => n))(
  'two restores of chain %i, at drawn moments, give no number of any kind twice',
  { timeout: 300_000 },
  async (n) => {
    const place = join(root, `place-${n}`);
    const given = new Map<string, string>();
    const give = (numbers: readonly string[], by: string): void => {
      for (const number of numbers) {
        // Nothing was made under the number of a document, so that its own server gives it again.
        expect([number, given.get(number) ?? by]).toEqual([number, by]);
        given.set(number, by);
      }
    };
    const folder = (name: string): string => {
      const path = join(root, `${name}-${n}`);
      mkdirSync(path);
      allowPassing(path);
      return path;
    };
    mkdirSync(place);
    const lost = await open(folder('lost'), place);
    const { driver } = await buildDriver(lost.it);
    const incident = await buildIncident(lost.it, { driverId: driver.id });
    const { chain } = await lost.archiver.keepBase();
    const moments: (Date | null)[] = [null];
    for (let count = randomInt(2, 4); count > 0; count -= 1) {
      const { numbers, moment } = await draw(lost, incident);
      give(numbers, 'the lost server');
      moments.push(moment);
    }
    // The log ends with the last change, and reaches moments before it.
    moments.pop();
    await lost.close();
    for (const which of ['first', 'second']) {
      const to = moments[randomInt(moments.length)] ?? null;
      const dataDir = folder(which);
      await restoreArchive(readConfig({ DATA_DIR: dataDir, BACKUP_URL: place }), { to, skip: null, chain });
      const again = await open(dataDir, place);
      for (let count = randomInt(1, 3); count > 0; count -= 1) {
        give((await draw(again, incident)).numbers, `the ${which} restore, to ${to?.toISOString()}`);
      }
      // A chain that has a base is told apart by it, one that has none by the note alone.
      if (randomInt(2) === 0) await again.archiver.keepBase();
      await again.close();
    }
    for (const name of ['lost', 'first', 'second']) rmSync(join(root, `${name}-${n}`), { recursive: true });
  },
);
