import type { DriverMapping, StatementMapping } from '@banbo/contract';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { statementImport } from '#domains/clearance';
import { driverImport } from '#domains/drivers';
import { wouldOwe } from '#domains/payments';
import { importOfStatements } from '../../src/domains/clearance/statements/statement-import.ts';
import { importOfDrivers } from '../../src/domains/drivers/imports/driver-import.ts';
import type { AtWork } from './desk-work.ts';
import { LIST_MAPPING, type ListedDriver, listCsv } from './driver-lists.ts';
import { BALANCED, balancedCsv, type Line, MAPPING } from './statements.ts';

type Life<Read, Mapping> = {
  read: (file: File) => Promise<Read>;
  store: (tx: Tx, read: Read, made: AtWork) => Promise<string>;
  check: (tx: Tx, mapping: Mapping, made: AtWork & { id: string }) => Promise<unknown>;
  start: (tx: Tx, made: AtWork & { id: string }) => Promise<unknown>;
};

/** Imports a file as staff would, in one transaction and without the job server; gives its id. */
const buildImport = async <Read, Mapping>(
  tx: Tx,
  { life, file, mapping }: { life: Life<Read, Mapping>; file: File; mapping: object },
  made: AtWork,
  take: (id: string) => Promise<{ done: number }>,
): Promise<void> => {
  const id = await life.store(tx, await life.read(file), made);
  await life.check(tx, mapping as Mapping, { id, ...made });
  await life.start(tx, { id, ...made });
  const { done } = await take(id);
  // The job that was queued has nothing left to do.
  await sql`
    UPDATE jobs SET status = 'done', done = ${done}, total = ${done}, ended_at = ${made.now}
    WHERE id = (SELECT max(id) FROM jobs)`.execute(tx);
};

const drivers = importOfDrivers(wouldOwe);

/** Imports a list of drivers. */
export const buildDriverImport = (
  tx: Tx,
  { name, lines }: { name: string; lines: readonly ListedDriver[] },
  made: AtWork,
): Promise<void> => {
  const life: Life<Awaited<ReturnType<typeof drivers.read>>, DriverMapping> = drivers;
  return buildImport(tx, { life, file: new File([listCsv(lines)], name), mapping: LIST_MAPPING }, made, (id) =>
    driverImport.chunk(tx, { input: { lines: lines.length, driver_import: id }, position: null, ...made }),
  );
};

/** Imports a statement of all MoMo money of a day. */
export const buildStatementImport = (
  tx: Tx,
  { name, lines, day }: { name: string; lines: readonly Line[]; day: string },
  made: AtWork,
): Promise<void> => {
  const life: Life<Awaited<ReturnType<typeof importOfStatements.read>>, StatementMapping> = importOfStatements;
  const unused = { amount_out: null, fee: null, ...BALANCED, direction: null, payer_number: null, currency: null };
  const mapping = { ...MAPPING, ...unused, directions: [], network: null, covers_from: day, covers_to: day };
  return buildImport(tx, { life, file: new File([balancedCsv(lines)], name), mapping }, made, (id) =>
    statementImport.chunk(tx, { input: { lines: lines.length, statement: id }, position: null, ...made }),
  );
};
