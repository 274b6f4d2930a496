import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import {
  nextHeldLine,
  nextPlotLine,
  REGISTER_MAPPING,
  type RegisterLine,
  registerCsv,
  squareAt,
} from '../../../../test/builders/land-registers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { landImportServer, landImportsOf } from '../../../../test/land-imports.ts';

let it: TestApp;
let zone: string;
let zoneId: string;
let staff: ReturnType<typeof landImportsOf>;
beforeAll(async () => {
  it = await startApp();
  staff = landImportsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
  ({ zone, id: zoneId } = await buildZone(it, 'NUNGUA ZONE 3'));
});
afterAll(() => it.close());

const run = async (): Promise<void> => {
  const errors: unknown[] = [];
  await landImportServer(it, errors).runDue();
  expect(errors).toEqual([]);
};
const imported = async (lines: readonly RegisterLine[], given: object = {}): Promise<string> => {
  const id = await staff.sent(lines, given);
  expect((await staff.start(id)).statusCode).toBe(201);
  await run();
  return id;
};
const madeOf = (id: string) =>
  it.db
    .selectFrom('plots')
    .leftJoin('tenancies', 'tenancies.plot_id', 'plots.id')
    .leftJoin('tenants', 'tenants.id', 'tenant_id')
    .selectAll('plots')
    .select(['tenant_code', 'last_name', 'indenture_number', 'how', 'held_from', 'account_id', 'tenants.id as tenant'])
    .where('plots.import_id', '=', id)
    .orderBy('plots.id')
    .execute();

test('a register is read by its column names, and its plots, tenants and tenancies are added', async () => {
  const lines = [
    nextPlotLine(zone, { Use: 'Commercial', Size: '70 x 100 ft', Boundary: squareAt(0) }),
    nextHeldLine(zone, { Tenant: 'Grace Naa Odonkor', 'Held From': '01/04/1991' }),
    nextHeldLine(zone, { Tenant: 'Volta Timber Ltd' }),
  ];
  const { import_id } = (await staff.upload(registerCsv(lines))).json();
  expect((await staff.show(import_id)).suggestion).toMatchObject({
    ...{ zone: 0, block: 1, plot_number: 2, land_use: 3, owner_kind: 4, owner_name: 5, plan_area: 6, boundary: 7 },
    ...{ tenant_code: 8, tenant_name: 9, contact_number: 10, nationality: 11, identification_type: 12, id_number: 13 },
    ...{ indenture_number: 14, commencement: 15, term_years: 16, ground_rent: 17, held_from: 18, day_order: 'dmy' },
  });
  const id = await staff.sent(lines);
  expect((await staff.show(id)).ahead).toEqual({ plots: 3, tenants: 2, tenancies: 2, boundaries: 0, zones: 0 });
  expect(await madeOf(id)).toEqual([]);
  const before = await staff.outcomes(id);
  expect(before.map(([outcome]) => outcome)).toEqual(['remark', 'new', 'remark']);
  await staff.start(id);
  await run();
  expect(await staff.show(id)).toMatchObject({ status: 'imported', plots: 3, tenants: 2, tenancies: 2 });
  expect(await staff.outcomes(id)).toEqual(before);
  const made = await madeOf(id);
  expect(made).toMatchObject([
    { land_use: 'commercial', owner_kind: 'stool', owner_name: 'NUNGUA STOOL', plan_area_sqm: '650.32', tenant: null },
    { last_name: 'ODONKOR', how: 'import', held_from: '1991-04-01', account_id: null },
    { last_name: 'VOLTA TIMBER LTD', how: 'import', held_from: '1990-03-13' },
  ]);
  expect(made[0]?.boundary).toHaveLength(5);
  expect(made[1]?.tenant_code).toMatch(/^TNT-\d{6}-[0-9A-Z]$/);
});

test('a repeated import changes nothing', async () => {
  const lines = [nextPlotLine(zone, { Boundary: squareAt(10) }), nextHeldLine(zone), nextHeldLine(zone)];
  await imported(lines);
  const counted = async () =>
    (
      await sql`SELECT (SELECT count(*) FROM plots) AS plots, (SELECT count(*) FROM tenants) AS tenants,
        (SELECT count(*) FROM tenancies) AS tenancies, (SELECT sum(version) FROM plots) AS versions`.execute(it.db)
    ).rows;
  const before = await counted();
  const again = await staff.sent(lines);
  expect(await staff.outcomes(again)).toEqual(lines.map(() => ['known', '']));
  expect((await staff.start(again)).json().message).toBe(
    'No line of this register is a plot or a tenancy that could be added.',
  );
  const longer = await imported([...lines, nextPlotLine(zone)]);
  expect((await staff.outcomes(longer)).map(([outcome]) => outcome)).toEqual(['known', 'known', 'known', 'new']);
  expect((await counted())[0]).not.toEqual(before[0]);
  expect(await staff.show(longer)).toMatchObject({ plots: 1, tenants: 0, tenancies: 0 });
});

test('a missing boundary is filled in, a free plot gets its tenancy, and a plot that is held stays as it is', async () => {
  const [bare, free, held] = [
    await buildPlot(it, { zone_id: zoneId }),
    await buildPlot(it, { zone_id: zoneId }),
    await buildTenancy(it, { plot_id: (await buildPlot(it, { zone_id: zoneId })).id }),
  ];
  const heldPlot = await it.db
    .selectFrom('plots')
    .select('plot_number')
    .where('id', '=', held.plot_id)
    .executeTakeFirstOrThrow();
  const known = { Block: '' };
  const id = await imported([
    nextPlotLine(zone, { ...known, 'Plot No': bare.plot_number.toLowerCase(), Boundary: squareAt(20) }),
    nextHeldLine(zone, { ...known, 'Plot No': free.plot_number, Boundary: squareAt(22) }),
    nextHeldLine(zone, { ...known, 'Plot No': heldPlot.plot_number, Boundary: squareAt(24) }),
  ]);
  expect(await staff.outcomes(id)).toEqual([
    ['boundary', ''],
    ['tenancy', 'Its boundary is added as well.'],
    ['held', expect.stringMatching(/^The plot is held by Grace Odonkor \(TNT-/)],
  ]);
  expect(await staff.show(id)).toMatchObject({ plots: 0, tenants: 1, tenancies: 1, boundaries: 2 });
  const shapes = await it.db
    .selectFrom('plots')
    .select(['id', 'version', 'area_sqm'])
    .where('id', 'in', [bare.id, free.id, held.plot_id])
    .orderBy('id')
    .execute();
  expect(shapes.map(({ version, area_sqm }) => [version, area_sqm !== null])).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ]);
});

test('a caveat, an open application or a former tenancy keeps a plot from being given', async () => {
  const plots = [1, 2].map(() => buildPlot(it, { zone_id: zoneId }));
  const [blocked, former] = await Promise.all(plots);
  const by = (await it.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
  await it.db
    .insertInto('plot_caveats')
    .values({ plot_id: blocked?.id ?? '', kind: 'caveat', about: 'A dispute.', placed_on: '2026-01-01', placed_by: by })
    .execute();
  await buildTenancy(it, {
    plot_id: former?.id ?? '',
    held_from: '1980-01-01',
    held_until: '1995-06-01',
    end_reason: 'Transfer',
  });
  const line = (plot: { plot_number: string } | undefined, given: RegisterLine = {}) =>
    nextHeldLine(zone, { Block: '', 'Plot No': plot?.plot_number ?? '', ...given });
  const id = await staff.sent([line(blocked), line(former)]);
  expect(await staff.outcomes(id)).toEqual([
    ['held', 'A caveat or a case stands against the plot.'],
    ['held', 'Somebody else held the plot until 1 Jun 1995.'],
  ]);
  const later = await imported([line(former, { 'Held From': '01/06/1995' })]);
  expect((await staff.outcomes(later)).map(([outcome]) => outcome)).toEqual(['tenancy']);
});

test('one tenant on several lines is made once, and a doubtful one is told', async () => {
  const known = await buildLandTenant(it, { last_name: 'QUAYE', first_name: 'EBO', contact_number: '+233209990001' });
  const phone = '0209990002';
  const lines = [
    nextHeldLine(zone, { Tenant: 'Ama Serwaa', 'Contact Number': phone }),
    nextHeldLine(zone, {
      Tenant: 'AMA SERWAA',
      'Contact Number': '+233 20 999 0002',
      'ID Type': 'Passport',
      'ID Number': 'G 123-45',
    }),
    nextHeldLine(zone, { Tenant: 'Yaw Serwaa', 'Contact Number': phone }),
    nextHeldLine(zone, { Tenant: 'Ebo Quaye', 'Contact Number': '0209990001' }),
    nextHeldLine(zone, { Tenant: '', 'Contact Number': '', 'Tenant Code': known.tenant_code }),
    nextHeldLine(zone, { Tenant: 'Somebody Else', 'Tenant Code': known.tenant_code }),
    nextHeldLine(zone, { 'Tenant Code': 'T-104' }),
  ];
  const id = await staff.sent(lines);
  expect((await staff.show(id)).ahead).toMatchObject({ plots: 5, tenants: 2, tenancies: 5 });
  const before = await staff.outcomes(id);
  expect(before.map(([outcome]) => outcome)).toEqual(['new', 'new', 'remark', 'new', 'new', 'refused', 'refused']);
  expect(before[2]?.[1]).toBe('Ama Serwaa has the same contact number: a new tenant is added. Please check.');
  expect(before[5]?.[1]).toBe(`Tenant code: ${known.tenant_code} is Ebo Quaye, not the tenant of this line.`);
  await staff.start(id);
  await run();
  expect(await staff.outcomes(id)).toEqual(before);
  const made = await madeOf(id);
  expect(made.map(({ tenant }) => tenant)).toEqual([
    made[0]?.tenant,
    made[0]?.tenant,
    made[2]?.tenant,
    known.id,
    known.id,
  ]);
});

test('an unknown zone is refused with its nearest, unless the mapping adds what is missing', async () => {
  await buildZone(it, 'TESHIE');
  const line = nextPlotLine('Nungua Zone 4');
  const id = await staff.sent([line]);
  expect(await staff.outcomes(id)).toEqual([
    [
      'refused',
      expect.stringMatching(/^Zone: “Nungua Zone 4” is not in the list of zones\. The nearest are NUNGUA ZONE 3;/),
    ],
  ]);
  const legal = landImportsOf(it, (await buildCaller(it, 'Legal')).headers);
  expect((await legal.map(id, { ...REGISTER_MAPPING, missing_zones: 'add' })).json().issues).toEqual([
    {
      path: 'body.missing_zones',
      message: 'You are not authorized to add zones. Please ask somebody who sets up land.',
    },
  ]);
  const added = await imported([line, nextPlotLine('nungua zone-4')], { missing_zones: 'add' });
  expect(await staff.outcomes(added)).toEqual([
    ['remark', 'The zone NUNGUA ZONE 4 is added.'],
    ['new', ''],
  ]);
  expect(await staff.show(added)).toMatchObject({ plots: 2, zones: 1 });
});

test('only who may set land up adds zones: asked again at the start and of each part of the work', async () => {
  const missing = { missing_zones: 'add' };
  const { headers } = await buildCaller(it, 'Operations');
  const own = landImportsOf(it, headers);
  const rights = (mayAdd: boolean) => shapeRole(it, 'Operations', { 'land.write': true, 'land.setup': mayAdd });
  await rights(true);
  const [early, running] = [nextPlotLine('ZONE OF THE START'), nextPlotLine('ZONE OF THE WORK')];
  const ids = [await own.sent([early], missing), await own.sent([running], missing)];
  expect((await own.start(ids[1] ?? '')).statusCode).toBe(201);
  await rights(false);
  const refused = await own.start(ids[0] ?? '');
  expect([refused.statusCode, refused.json().message]).toEqual([
    ...[403, 'You are not authorized to add zones. Please ask somebody who sets up land.'],
  ]);
  const errors: unknown[] = [];
  await landImportServer(it, errors).runDue();
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('authorized to add zones') })]);
  await shapeRole(it, 'Operations', {});
  const zones = it.db.selectFrom('zones').select('zone').where('zone', 'like', 'ZONE OF THE %');
  expect(await zones.execute()).toEqual([]);
});

test('terms beyond the rules are a remark, and beyond 99 years a refusal', async () => {
  const id = await staff.sent([
    nextHeldLine(zone, { Use: 'Commercial' }),
    nextHeldLine(zone, { Nationality: 'Nigerian', Term: '60 years' }),
    nextHeldLine(zone, { Term: '999' }),
    nextHeldLine(zone, { Commencement: '01/03/1960', Term: '50' }),
    nextHeldLine(zone, { 'Indenture No': '', 'Ground Rent': '12 dollars' }),
  ]);
  expect(await staff.outcomes(id)).toEqual([
    ['remark', 'The term is longer than the 50 years that the rules allow.'],
    ['remark', 'The term is longer than the 50 years that the rules allow.'],
    ['refused', 'Term (years): A term is in whole years, from 1 to 99.'],
    ['remark', 'The term has ended.'],
    ['refused', expect.stringContaining('Indenture number: It is missing.')],
  ]);
});
