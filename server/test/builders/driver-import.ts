import type { DriverMapping } from '@banbo/contract';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { driverImport } from '#domains/drivers';
import { wouldOwe } from '#domains/payments';
import { importOfDrivers } from '../../src/domains/drivers/imports/driver-import.ts';
import type { AtWork } from './desk-work.ts';
import { LIST_MAPPING, type ListedDriver, listCsv } from './driver-lists.ts';

const life = importOfDrivers(wouldOwe);

/** Imports a list of drivers as staff would, in one transaction and without the job server. */
export const buildDriverImport = async (
  tx: Tx,
  { name, lines }: { name: string; lines: readonly ListedDriver[] },
  made: AtWork,
): Promise<void> => {
  const read = await life.read(new File([listCsv(lines)], name));
  const id = await life.store(tx, read, made);
  await life.check(tx, LIST_MAPPING as unknown as DriverMapping, { id, ...made });
  await life.start(tx, { id, ...made });
  const input = { lines: lines.length, driver_import: id };
  await driverImport.chunk(tx, { input, position: null, ...made });
  // The job that was queued has nothing left to do.
  await sql`
    UPDATE jobs SET status = 'done', done = ${lines.length}, total = ${lines.length}, ended_at = ${made.now}
    WHERE id = (SELECT job_id FROM driver_imports WHERE id = ${id})`.execute(tx);
};
