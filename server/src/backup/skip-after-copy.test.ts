import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkBooks } from '../../test/book-checks.ts';
import { drawNumbers, nextDocument } from '../../test/builders/drawn-numbers.ts';
import { buildDriver } from '../../test/builders/drivers.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { buildIncident } from '../../test/builders/incidents.ts';
import { buildPayment } from '../../test/builders/payments.ts';
import { submissionOf } from '../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import type { Tx } from '../db/database.ts';
import { skipAfterCopy } from './skip-after-copy.ts';

let it: TestApp;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
});
afterAll(() => it.close());

const REASON = 'A backup of 18 Nov 2026, 02:30 was restored.';
const skip = async (count: number | null, beyond = {}) =>
  (await skipAfterCopy(it.db, { reason: REASON, count, now: it.clock.now, beyond })).words;
const run = (statement: string) => sql.raw(statement).execute(it.db);

/** Clears a registration fee, which issues a receipt. */
const cleared = async () => buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');

const nextOf = async (sequence: string): Promise<number> => {
  const { rows } = await sql<{ next: string }>`SELECT nextval(${sequence}::regclass) AS next`.execute(it.db);
  return Number(rows[0]?.next);
};
const sequences = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relpersistence = 'p' ORDER BY name`.execute(it.db);
  return rows.map(({ name }) => name);
};
const receiptNumbers = async (): Promise<string[]> =>
  (await it.db.selectFrom('receipts').select('number').orderBy('number').execute()).map(({ number }) => number);

test('after a restore every series goes on beyond a margin, and the check of the books knows the gap', async () => {
  await cleared();
  const before = new Map<string, number>();
  for (const name of await sequences()) before.set(name, await nextOf(name));
  expect((await skip(null)).slice(0, 3)).toEqual([
    'receipts R000002 to R010001',
    'cash CASH00000002 to CASH00010001',
    expect.stringMatching(/^driver codes DRV\d{6}[0-9A-Z] to DRV\d{6}[0-9A-Z]$/),
  ]);
  for (const [name, last] of before) expect([name, (await nextOf(name)) > last + 9_999]).toEqual([name, true]);
  await cleared();
  expect(await receiptNumbers()).toEqual(['1', '10002']);
  expect((await checkBooks(it)).differences).toEqual([]);
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const log = await it.app.inject({ url: '/api/audit?action=numbers.skip', headers });
  expect(log.json()).toMatchObject([
    { actor: 'server', after: { reason: REASON, receipt_numbers: 'R000002 to R010001' } },
  ]);
});

test('a long series skips a tenth, one that ends a tenth of its rest, and a person may say how many', async () => {
  await run(`SELECT setval('cash_references', 500000), setval('driver_serial', 99990000)`);
  expect(await skip(null)).toEqual(
    expect.arrayContaining([
      'cash CASH00500001 to CASH00550000',
      expect.stringMatching(/^driver codes DRV99990001/),
      expect.stringMatching(/^tenant codes TNT-000001-. to TNT-010000-.$/),
    ]),
  );
  expect(await nextOf('driver_serial')).toBe(99_991_000);
  expect((await skip(25)).slice(0, 2)).toEqual(['receipts R010001 to R010025', 'cash CASH00550001 to CASH00550025']);
  expect(await skip(0)).toEqual([]);
  // An earlier restore may have given these.
  const used = { receipts: '20000', cash_references: '1', gone_series: '5' };
  expect(await skip(0, used)).toEqual(['receipts R010026 to R020000']);
  expect((await skip(5, { receipts: '30000' }))[0]).toBe('receipts R020001 to R030005');
});

test('a number that is counted in a table is given once: in a year with others, in one without, and in the new one', async () => {
  const { driver } = await buildDriver(it);
  const incident = await buildIncident(it, { driverId: driver.id });
  await it.db.transaction().execute((tx) => drawNumbers(tx, 2025));
  const drawAll = async (tx: Tx) => {
    const drawn = [await nextDocument(tx, incident)];
    for (const year of [2025, 2026, 2027]) drawn.push(...(await drawNumbers(tx, year)));
    return drawn;
  };
  // A copy knows nothing of what the server did after it.
  const lost = await it.db.startTransaction().execute();
  const given = await drawAll(lost);
  await lost.rollback().execute();
  it.clock.now = new Date('2027-01-02T08:00:00Z');
  await skip(null);
  const again = await it.db.transaction().execute(drawAll);
  expect(again.filter((number) => given.includes(number))).toEqual([]);
});

test('the numbers of a table that a crash empties begin anew, and skip none', async () => {
  await run('CREATE UNLOGGED TABLE emptied (id bigint GENERATED ALWAYS AS IDENTITY)');
  await skip(5);
  await run('TRUNCATE emptied RESTART IDENTITY');
  expect(await skip(5)).not.toEqual([]);
  const { rows } = await sql`SELECT FROM skipped_numbers WHERE series = 'emptied_id_seq'`.execute(it.db);
  expect(rows).toEqual([]);
});

test('a receipt that is gone is missing still, beside numbers that were skipped', async () => {
  await cleared();
  await skip(5);
  const gone = await cleared();
  await cleared();
  await run('ALTER TABLE receipts DISABLE TRIGGER USER');
  await run(`DELETE FROM receipts_to_text`);
  await run(`DELETE FROM receipts WHERE subject_id = ${gone}`);
  expect((await checkBooks(it)).differences).toEqual([
    expect.stringMatching(/was cleared and has no receipt\.$/),
    'The receipt R000007 is missing.',
  ]);
});

test('skipped numbers are only added to, and those of receipts follow the last one', async () => {
  await cleared();
  await skip(5);
  for (const statement of ['UPDATE skipped_numbers SET last = last + 1', 'TRUNCATE skipped_numbers']) {
    await expect(run(statement), statement).rejects.toMatchObject({ constraint: 'skipped_numbers_kept' });
  }
  for (const [first, last] of [
    [1, 6],
    [7, 9],
    [9, 9],
  ]) {
    const statement = `INSERT INTO skipped_numbers VALUES ('receipts', ${first}, ${last}, now(), 'x')`;
    await expect(run(statement), statement).rejects.toMatchObject({ constraint: 'receipts_without_gaps' });
  }
});
