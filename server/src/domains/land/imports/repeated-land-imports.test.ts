import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPlot, buildZone } from '../../../../test/builders/land.ts';
import { nextHeldLine, nextPlotLine, type RegisterLine, squareAt } from '../../../../test/builders/land-registers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { landImportServer, landImportsOf } from '../../../../test/land-imports.ts';
import { importServer } from '../../../../test/table-imports.ts';
import { importOfLand } from './land-import.ts';

let it: TestApp;
let zone: string;
let zoneId: string;
let staff: ReturnType<typeof landImportsOf>;
beforeAll(async () => {
  it = await startApp();
  staff = landImportsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
  ({ zone, id: zoneId } = await buildZone(it));
});
afterAll(() => it.close());

const counted = async () => {
  const { rows } = await sql<{ plots: number; tenants: number; tenancies: number }>`
    SELECT (SELECT count(*)::integer FROM plots) AS plots, (SELECT count(*)::integer FROM tenants) AS tenants,
      (SELECT count(*)::integer FROM tenancies WHERE held_until IS NULL) AS tenancies`.execute(it.db);
  return rows[0] ?? { plots: 0, tenants: 0, tenancies: 0 };
};
const linesOf = (count: number): RegisterLine[] => Array.from({ length: count }, () => nextHeldLine(zone));

test('the same register several times, by three servers at once, makes each plot and tenancy once', async () => {
  const before = await counted();
  const lines = linesOf(40);
  const ids: string[] = [];
  while (ids.length < 6) ids.push(await staff.sent(lines));
  for (const id of ids) expect((await staff.start(id)).statusCode).toBe(201);
  const errors: unknown[] = [];
  await Promise.all([1, 2, 3].map(() => landImportServer(it, errors).runDue()));
  await landImportServer(it, errors).runDue();
  expect(errors).toEqual([]);
  const { plots, tenants, tenancies } = before;
  expect(await counted()).toEqual({ plots: plots + 40, tenants: tenants + 40, tenancies: tenancies + 40 });
});

test('two imports of the same plots in work at once make each plot once, with one current tenancy', async () => {
  const lines = linesOf(30);
  const others = lines.map((line) => nextHeldLine(zone, { 'Plot No': line['Plot No'] ?? '' }));
  const before = await counted();
  const [one, other] = [await staff.sent(lines), await staff.sent(others)];
  await staff.start(one);
  await staff.start(other);
  // Of a job one runs at a time; so both take their lines here as if none did.
  const take = (id: string) =>
    it.db.transaction().execute(async (tx) => {
      const row = await importOfLand.lock(tx, id);
      return importOfLand.job.chunk(tx, {
        ...{ input: { lines: 30, land_import: row.id }, position: null, by: null, now: it.clock.now },
      });
    });
  const ended = await Promise.allSettled([take(one), take(other)]);
  // One waits for the other's locks, and gives up or finds the plot added.
  for (const end of ended) if (end.status === 'rejected') expect(['55P03', '23505']).toContain(end.reason.code);
  for (const [at, id] of [one, other].entries()) if (ended[at]?.status === 'rejected') await take(id);
  expect(await counted()).toMatchObject({ plots: before.plots + 30, tenancies: before.tenancies + 30 });
  const outcomes = [...(await staff.outcomes(one)), ...(await staff.outcomes(other))].map(([outcome]) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'new')).toHaveLength(30);
  expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(30);
});

test('a plot that the desk adds between the check and the import is known by then', async () => {
  const lines = [nextPlotLine(zone), nextHeldLine(zone)];
  const id = await staff.sent(lines);
  for (const line of lines) await buildPlot(it, { zone_id: zoneId, block: 'B', plot_number: line['Plot No'] ?? '' });
  await staff.start(id);
  await landImportServer(it).runDue();
  expect((await staff.outcomes(id)).map(([outcome]) => outcome)).toEqual(['known', 'tenancy']);
  expect(await staff.show(id)).toMatchObject({ plots: 0, tenants: 1, tenancies: 1 });
});

test('registers may overlap: of the second one only what is new is added', async () => {
  const lines = linesOf(6);
  for (const [from, to] of [
    [0, 4],
    [2, 6],
  ]) {
    const id = await staff.sent(lines.slice(from, to));
    await staff.start(id);
    await landImportServer(it).runDue();
    expect(await staff.show(id)).toMatchObject(from === 0 ? { plots: 4, tenancies: 4 } : { plots: 2, tenancies: 2 });
  }
});

test('an import that is stopped keeps its records, and goes on where it was', async () => {
  const before = await counted();
  const id = await staff.sent(linesOf(600));
  await staff.start(id);
  const stops: number[] = [];
  const pause = async () => void stops.push((await staff.cancel(id)).statusCode);
  await importServer(it, [importOfLand.job], [], pause).runDue();
  expect(stops).toEqual([200]);
  expect(await staff.show(id)).toMatchObject({ status: 'cancelled', plots: 250, tenancies: 250 });
  await staff.start(id);
  await landImportServer(it).runDue();
  expect(await staff.show(id)).toMatchObject({ status: 'imported', plots: 600, tenants: 600, tenancies: 600 });
  expect((await counted()).tenancies).toBe(before.tenancies + 600);
});

/** As many lines as a secretariat's whole register in `npm test -- long`. */
const MANY = process.env.LONG ? 10_000 : 1_500;

test('a whole register with boundaries does what its check said, line by line', async () => {
  const lines = Array.from({ length: MANY }, (_, n) => {
    const Boundary = squareAt(n % 500, 100 + Math.floor(n / 500));
    if (n % 10 === 0) return nextPlotLine(zone, { Boundary });
    // Each tenth tenant holds the plot before as well, and each hundredth line lacks its term.
    const again = n % 10 === 1 ? { Tenant: `Efua Again${n}`, 'Contact Number': '0201234567' } : {};
    return nextHeldLine(zone, { Boundary, ...again, ...(n % 100 === 5 ? { Term: '' } : {}) });
  });
  const id = await staff.sent(lines);
  const judged = () =>
    it.db
      .selectFrom('land_import_lines')
      .select(['line', 'outcome', 'reason'])
      .where('import_id', '=', id)
      .orderBy('line')
      .execute();
  const [before, { ahead }] = [await judged(), await staff.show(id)];
  expect(ahead).toMatchObject({ plots: MANY * 0.99, tenancies: MANY * 0.89 });
  await staff.start(id);
  const errors: unknown[] = [];
  await landImportServer(it, errors).runDue();
  expect(errors).toEqual([]);
  expect(await judged()).toEqual(before);
  expect(await staff.show(id)).toMatchObject({ status: 'imported', ...ahead });
});
