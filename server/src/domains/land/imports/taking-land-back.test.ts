import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, buildUser } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { nextHeldLine, nextPlotLine, type RegisterLine, squareAt } from '../../../../test/builders/land-registers.ts';
import { buildApplicationFor } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { landImportServer, landImportsOf } from '../../../../test/land-imports.ts';

let it: TestApp;
let zone: string;
let zoneId: string;
let accountId: string;
let headers: Record<string, string>;
let staff: ReturnType<typeof landImportsOf>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'Legal'));
  staff = landImportsOf(it, headers);
  ({ zone, id: zoneId } = await buildZone(it));
  ({ id: accountId } = await it.db.selectFrom('accounts').select('id').orderBy('id').executeTakeFirstOrThrow());
});
afterAll(() => it.close());

const run = async (): Promise<void> => {
  const errors: unknown[] = [];
  await landImportServer(it, errors).runDue();
  expect(errors).toEqual([]);
};
const imported = async (lines: readonly RegisterLine[]) => {
  const id = await staff.sent(lines);
  await staff.start(id);
  await run();
  const { rows: made } = await sql<{ plot: string; tenancy: string; tenant: string }>`
    SELECT plots.id AS plot, tenancies.id AS tenancy, tenant_id AS tenant
    FROM plots LEFT JOIN tenancies ON plot_id = plots.id WHERE plots.import_id = ${id} ORDER BY plots.id`.execute(
    it.db,
  );
  return { id, made };
};
const takenBack = async (id: string) => {
  expect((await staff.takeBack(id)).statusCode).toBe(201);
  await run();
  return (await staff.show(id)).taken_back;
};
const left = async (id: string) => {
  const of = (table: 'plots' | 'tenants' | 'tenancies') =>
    it.db.selectFrom(table).select('id').where('import_id', '=', id).orderBy('id').execute();
  const [plots, tenants, tenancies] = [await of('plots'), await of('tenants'), await of('tenancies')];
  return { plots: plots.map((row) => row.id), tenants: tenants.map((row) => row.id), tenancies: tenancies.length };
};

test('a register that nobody has touched goes whole, and can be imported again', async () => {
  const bare = await buildPlot(it, { zone_id: zoneId });
  const lines = [
    nextPlotLine(zone, { Boundary: squareAt(0) }),
    nextHeldLine(zone, { Tenant: 'Abena Two', 'Contact Number': '0240001111' }),
    nextHeldLine(zone, { Tenant: 'Abena Two', 'Contact Number': '0240001111' }),
    nextPlotLine(zone, { Block: '', 'Plot No': bare.plot_number, Boundary: squareAt(5) }),
  ];
  const { id } = await imported(lines);
  // Three plots, one tenant, two tenancies and a boundary.
  expect(await staff.preview(id)).toEqual({ records: 7, stays: [] });
  expect(await takenBack(id)).toMatchObject({ status: 'done', records: 7 });
  expect(await left(id)).toEqual({ plots: [], tenants: [], tenancies: 0 });
  const plot = await it.db.selectFrom('plots').selectAll().where('id', '=', bare.id).executeTakeFirstOrThrow();
  expect(plot).toMatchObject({ shape: null, boundary: null, area_sqm: null, version: 3 });
  expect((await staff.takeBack(id)).json().message).toBe('No record of this register is a current one.');
  const again = await imported(lines);
  expect(await staff.show(again.id)).toMatchObject({ plots: 3, tenants: 1, tenancies: 2, boundaries: 1 });
});

test('what somebody has touched since stays, with the plot, tenancy and tenant that belong to it', async () => {
  const { id, made } = await imported([
    ...Array.from({ length: 7 }, () => nextHeldLine(zone)),
    nextPlotLine(zone),
    nextPlotLine(zone),
  ]);
  const [applied, caveat, paper, changed, signedIn, next, free, another, bare] = made;
  if (!applied || !caveat || !paper || !changed || !signedIn || !next || !free || !another || !bare)
    throw new Error('too few');
  const now = it.clock.now;
  await it.db
    .insertInto('land_applications')
    .values({
      number: 'LA2026-9001',
      kind: 'others',
      plot_id: applied.plot,
      terms: '{}',
      fee: '1.00',
      entered_by: accountId,
      entered_at: now,
    })
    .execute();
  await it.db
    .insertInto('plot_caveats')
    .values({
      plot_id: caveat.plot,
      kind: 'caveat',
      about: 'A dispute.',
      placed_on: '2026-01-01',
      placed_by: accountId,
    })
    .execute();
  const file = {
    file_name: 'plan.pdf',
    type: 'application/pdf',
    content: Buffer.from('x'),
    sha256: Buffer.alloc(32),
  } as const;
  await it.db
    .insertInto('land_papers')
    .values({ ...file, plot_id: paper.plot, paper: 'Site plan', added_by: accountId, added_at: now })
    .execute();
  await sql`UPDATE plots SET note = 'Seen.', version = 2 WHERE id = ${changed.plot}`.execute(it.db);
  await sql`UPDATE tenants SET account_id = ${accountId} WHERE id = ${signedIn.tenant}`.execute(it.db);
  await sql`UPDATE tenancies SET held_until = '2020-01-01', end_reason = 'Transfer' WHERE id = ${next.tenancy}`.execute(
    it.db,
  );
  await buildTenancy(it, { plot_id: another.plot });
  expect(await staff.preview(id)).toEqual({
    // Of the seventh line its plot, tenant and tenancy, and the last line's plot.
    records: 4,
    stays: [
      { touch: 'applications', records: 2 },
      { touch: 'caveats', records: 2 },
      { touch: 'papers', records: 2 },
      { touch: 'sign_ins', records: 2 },
      { touch: 'changes', records: 2 },
      { touch: 'tenancies', records: 9 },
    ],
  });
  expect(await takenBack(id)).toMatchObject({ status: 'done', records: 4 });
  const staying = [applied, caveat, paper, changed, signedIn, next];
  expect(await left(id)).toEqual({
    plots: [...staying, another].map(({ plot }) => plot),
    tenants: staying.map(({ tenant }) => tenant),
    tenancies: 6,
  });
  const log = it.db.selectFrom('audit_log').select(['subject_kind', 'subject_id']);
  const removed = await log.where('action', '=', 'land_imports.remove').execute();
  expect(removed.map(({ subject_kind, subject_id }) => `${subject_kind} ${subject_id}`)).toEqual(
    expect.arrayContaining([
      ...[`plot ${free.plot}`, `plot ${bare.plot}`, `tenant ${free.tenant}`, `tenancy ${free.tenancy}`],
    ]),
  );
});

const aMinuteLater = (): void => {
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
};
/** A line with a boundary and a tenancy for a plot and a tenant that the office has. */
const lineOfKnown = (plot: { plot_number: string }, tenant: { tenant_code: string }, place: number) =>
  nextHeldLine(zone, {
    ...{ Block: '', 'Plot No': plot.plot_number, Boundary: squareAt(place) },
    ...{ 'Tenant Code': tenant.tenant_code, Tenant: 'Ama Known' },
  });

test('a boundary and a tenancy go from a plot and a tenant whom the office knew, changed and gave papers', async () => {
  const plot = await buildPlot(it, { zone_id: zoneId, version: 3 });
  const person = { first_name: 'AMA', last_name: 'KNOWN', version: 2, account_id: (await buildUser(it)).id };
  const tenant = await buildLandTenant(it, person);
  await it.app.inject({ method: 'POST', url: `/api/plots/${plot.id}/slips`, headers, payload: {} });
  await buildApplicationFor(it, { plot_id: plot.id, tenant_id: tenant.id, status: 'withdrawn', decided_by: accountId });
  aMinuteLater();
  const { id } = await imported([lineOfKnown(plot, tenant, 50)]);
  expect(await staff.show(id)).toMatchObject({ tenants: 0, tenancies: 1, boundaries: 1 });
  expect(await staff.preview(id)).toEqual({ records: 2, stays: [] });
  expect(await takenBack(id)).toMatchObject({ status: 'done', records: 2 });
  expect(await left(id)).toEqual({ plots: [], tenants: [], tenancies: 0 });
  const kept = await it.db.selectFrom('plots').selectAll().where('id', '=', plot.id).executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ shape: null, version: 5 });
});

test.each([
  ['plots', 'plot'],
  ['tenants', 'tenant'],
] as const)('a tenancy stays where somebody changed one of known %s since', async (table, changed) => {
  const plot = await buildPlot(it, { zone_id: zoneId, version: 3 });
  const tenant = await buildLandTenant(it, { first_name: 'AMA', last_name: 'KNOWN', version: 2 });
  const { id } = await imported([lineOfKnown(plot, tenant, changed === 'plot' ? 60 : 65)]);
  const own = { plot, tenant }[changed].id;
  await sql`UPDATE ${sql.table(table)} SET version = version + 1 WHERE id = ${own}`.execute(it.db);
  const { stays } = await staff.preview(id);
  expect(stays).toEqual([{ touch: 'changes', records: changed === 'plot' ? 2 : 1 }]);
});

test('a boundary on which a slip, a certificate or an application rests stays', async () => {
  const plots = [];
  while (plots.length < 4) plots.push(await buildPlot(it, { zone_id: zoneId }));
  const [slip, certificate, lodged, draft] = plots;
  if (!slip || !certificate || !lodged || !draft) throw new Error('too few');
  const { id } = await imported(
    plots.map(({ plot_number }, n) =>
      nextPlotLine(zone, { Block: '', 'Plot No': plot_number, Boundary: squareAt(70 + n) }),
    ),
  );
  aMinuteLater();
  const post = (url: string, payload: object) => it.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
  expect((await post(`/plots/${slip.id}/slips`, {})).statusCode).toBe(201);
  const { id: subject_id } = await buildTenancy(it, { plot_id: certificate.id });
  expect((await post('/land_documents', { kind: 'tenancy_certificate', subject_id })).statusCode).toBe(201);
  await buildApplicationFor(it, { plot_id: lodged.id });
  await buildApplicationFor(it, {
    plot_id: draft.id,
    status: 'draft',
    lodged_at: null,
    due_on: null,
    decided_at: null,
  });
  const stays = [
    { touch: 'applications', records: 1 },
    { touch: 'papers', records: 2 },
  ];
  expect(await staff.preview(id)).toEqual({ records: 1, stays });
  expect(await takenBack(id)).toMatchObject({ status: 'done', records: 1 });
  const bounded = it.db
    .selectFrom('plots')
    .select('id')
    .where('boundary_import_id', '=', id)
    .where('shape', 'is not', null);
  expect(await bounded.orderBy('id').execute()).toEqual([slip, certificate, lodged].map((plot) => ({ id: plot.id })));
});

test('taking back waits briefly for the desk, and goes on a minute later', async () => {
  const { id, made } = await imported([nextHeldLine(zone)]);
  await staff.takeBack(id);
  const errors: unknown[] = [];
  await it.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM plots WHERE id = ${made[0]?.plot} FOR UPDATE`.execute(tx);
    await landImportServer(it, errors).runDue();
  });
  expect(errors).toEqual([expect.objectContaining({ code: '55P03' })]);
  expect(await left(id)).toMatchObject({ tenancies: 1 });
  aMinuteLater();
  await run();
  expect(await left(id)).toEqual({ plots: [], tenants: [], tenancies: 0 });
});

test('a plot for which money came stays, with its tenancy and tenant', async () => {
  const { id, made } = await imported([nextHeldLine(zone)]);
  const [held] = made;
  const payments = [{ payment_type: 'CC5000', amount: '20.00', plot_id: held?.plot }];
  const received = await it.app.inject({
    ...({ method: 'POST', url: '/api/land_payments' } as const),
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: { mode: 'cash', amount: '20.00', tenant_id: held?.tenant, payments },
  });
  expect(received.statusCode, received.body).toBe(201);
  expect(await staff.preview(id)).toEqual({ records: 0, stays: [{ touch: 'payments', records: 3 }] });
});

test('a boundary that somebody changed since stays, and an import in work cannot be taken back', async () => {
  const plot = await buildPlot(it, { zone_id: zoneId });
  const { id } = await imported([
    nextPlotLine(zone, { Block: '', 'Plot No': plot.plot_number, Boundary: squareAt(30) }),
  ]);
  await sql`UPDATE plots SET owner_name = 'NUNGUA FAMILY', version = version + 1 WHERE id = ${plot.id}`.execute(it.db);
  expect(await staff.preview(id)).toEqual({ records: 0, stays: [{ touch: 'changes', records: 1 }] });
  const other = await staff.sent([nextPlotLine(zone)]);
  await staff.start(other);
  expect((await staff.takeBack(other)).json().message).toBe('This register is being imported. Please stop that first.');
  await run();
});

/**
 * Keys that the conditions on touched records ask about, that a removal sets null, or that another
 * condition covers: who has requests has a sign-in, the plot of a document is asked about, and that
 * of a case has a caveat.
 */
const ASKED_ABOUT = [
  ...(['activation_requests.tenant_id', 'court_case_plots.plot_id', 'court_parties.tenant_id'] as const),
  // An entry of it stands beside a charge, a review or money, which are asked about.
  'forgiven.tenancy_id',
  ...(['land_applications.ends_tenancy_id', 'land_applications.made_tenancy_id', 'land_applications.plot_id'] as const),
  ...(['land_applications.tenant_id', 'land_documents.plot_id', 'land_documents.tenancy_id'] as const),
  ...(['land_import_lines.plot_id', 'land_import_lines.tenant_id', 'land_papers.plot_id'] as const),
  ...(['payment_attempts.plot_id', 'payment_attempts.tenancy_id', 'payment_attempts.tenant_id'] as const),
  ...(['payments.plot_id', 'payments.tenancy_id', 'payments.tenant_id', 'plot_caveats.plot_id'] as const),
  ...(['prompts.plot_id', 'prompts.tenancy_id', 'prompts.tenant_id'] as const),
  ...(['rent_accounts.tenancy_id', 'rent_accounts.tenant_id'] as const),
  ...(['rent_charges.plot_id', 'rent_charges.tenancy_id', 'rent_charges.tenant_id'] as const),
  ...(['rent_reminders.tenant_id', 'rent_reviews.tenancy_id', 'rent_run_lines.tenancy_id'] as const),
  ...(['slip_codes.plot_id', 'tenancies.plot_id', 'tenancies.previous_id'] as const),
  ...(['tenancies.tenant_id', 'tenant_changes.tenant_id', 'tenant_requests.tenant_id'] as const),
];

test('no table refers to plots, tenants or tenancies without being asked about', async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT conrelid::regclass || '.' || attname AS key FROM pg_constraint
      JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
    WHERE contype = 'f' AND confrelid IN ('plots'::regclass, 'tenants'::regclass, 'tenancies'::regclass)`.execute(
    it.db,
  );
  expect(rows.map(({ key }) => key).sort()).toEqual(ASKED_ABOUT);
});
