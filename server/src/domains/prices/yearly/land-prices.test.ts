import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildZone } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { getList } from '../../../../test/list.ts';
import { landPricesFor } from '../index.ts';

let it: TestApp;
let headers: Record<string, string>;
let zone: { id: string; zone: string };
let other: { id: string; zone: string };

beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
  zone = await buildZone(it, 'NUNGUA ZONE 3');
  other = await buildZone(it, 'TESHIE ZONE 1');
});
afterAll(() => it.close());
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await sql`DELETE FROM payment_list WHERE year > 2027 OR type_code IN ('CARD', 'PASS') OR zone_id IS NOT NULL OR land_use IS NOT NULL`.execute(
    it.db,
  );
  await sql`DELETE FROM payment_types WHERE type_code IN ('CARD', 'PASS')`.execute(it.db);
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const send = async (method: Method, path: string, payload?: object, as = headers) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers: as, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

const RENT = { year: 2028, type_code: 'CC2000', amount: '450.00' } as const;
const add = (given: object = {}) => send('POST', '/yearly_payments', { ...RENT, ...given });
const copyTo = (year: number) => send('POST', '/yearly_payments/previous_yearly_payments', { year });

const auditOf = (id: string) =>
  it.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', 'yearly price')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .execute();

test('a price is for a year, a code, a zone and a use, and one of another place is another', async () => {
  const place = { zone_id: zone.id, land_use: 'commercial' };
  const first = await add(place);
  expect(first).toMatchObject({
    status: 201,
    body: {
      message: 'GROUND RENT (Nungua Zone 3, Commercial) costs GHS 450.00 in 2028.',
      entry: { ...RENT, ...place, description: 'GROUND RENT', zone: 'NUNGUA ZONE 3' },
    },
  });
  expect(await auditOf(first.body.entry.id)).toMatchObject([
    {
      action: 'prices.add',
      subject: '2028 GROUND RENT (Nungua Zone 3, Commercial)',
      after: { zone: 'NUNGUA ZONE 3', land_use: 'commercial', amount: '450.00' },
    },
  ]);
  for (const given of [{}, { zone_id: zone.id }, { land_use: 'commercial' }, { ...place, zone_id: other.id }])
    expect((await add(given)).status).toBe(201);
  expect(await add({ ...place, amount: '500.00' })).toMatchObject({
    status: 409,
    body: { message: 'GROUND RENT (Nungua Zone 3, Commercial) has a price for 2028 already: GHS 450.00.' },
  });
  expect((await add({ type_code: 'cc2000' })).body.message).toContain('has a price for 2028 already');
});

test('of five who set the same price at once one sets it', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => add({ zone_id: zone.id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});

test.each([
  [{ year: 2020 }, 'year', 'Please select a year from 2021 to 2040.'],
  [{ type_code: 'RF' }, 'type_code', 'REGISTRATION FEE is paid by drivers alone.'],
  [{ type_code: 'CC9999' }, 'type_code', 'Please select payment type'],
  [{ type_code: 'OB' }, 'type_code', 'Please select payment type'],
  [{ zone_id: '999999' }, 'zone_id', 'Please choose the zone from the list.'],
  [{ zone_id: 'Nungua' }, 'zone_id', expect.any(String)],
  [{ land_use: 'palace' }, 'land_use', 'Please choose the use from the list.'],
  [{ amount: '0.00' }, 'amount', expect.any(String)],
  [{ amount: '450' }, 'amount', expect.any(String)],
  [{ amount: '100000.01' }, 'amount', 'The amount is more than GHS 100,000.00. Please check it.'],
  [{ plan: 'monthly' }, '', expect.any(String)],
])('%j is refused', async (given, field, message) => {
  expect(await add(given)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', issues: [{ path: field === '' ? 'body' : `body.${field}`, message }] },
  });
});

test('a type of both sides has a price of drivers that the land side shares, and places of land alone', async () => {
  const type_code = 'CARD';
  await send('POST', '/payment_types', { type_code, description: 'SITE CARD', side: 'both' });
  const plain = await send('POST', '/payment_list', { year: 2028, type_code, amount: '50.00' });
  const { body } = await add({ type_code, zone_id: zone.id, amount: '60.00' });
  expect((await send('GET', `/yearly_payments/${plain.body.entry.id}`)).status).toBe(200);
  expect((await send('GET', `/payment_list/${body.entry.id}`)).status).toBe(404);
  const drivers = await getList(it, '/payment_list?year=2028');
  expect(drivers.rows).toMatchObject([{ type_code, amount: '50.00' }]);
  const byPlan = await send('POST', '/payment_types', {
    type_code: 'PASS',
    description: 'PASS',
    side: 'both',
    by_plan: true,
  });
  expect(byPlan.status).toBe(201);
  expect((await add({ type_code: 'PASS' })).body.message).toContain('PASS is priced by plan');
});

test('neither strangers nor the drivers’ desk see a price of land, and it does not set one', async () => {
  const { body } = await add({ zone_id: zone.id });
  const { rows } = await getList(it, '/payment_list?size=500');
  expect(rows.filter(({ type_code }: { type_code: string }) => type_code.startsWith('CC'))).toEqual([]);
  const path = `/payment_list/${body.entry.id}`;
  expect((await send('GET', path)).status).toBe(404);
  expect((await send('PATCH', path, { amount: '1.00' })).status).toBe(404);
  expect((await send('DELETE', path)).status).toBe(404);
  expect(await send('POST', '/payment_list', { year: 2028, type_code: 'CC2000', amount: '1.00' })).toMatchObject({
    status: 400,
    body: { message: 'GROUND RENT is paid on the land side. Set its price under Yearly Payments.' },
  });
  const fee = it.db.selectFrom('payment_list').select('id').where('type_code', '=', 'RF').where('year', '=', 2027);
  const { id } = await fee.executeTakeFirstOrThrow();
  expect((await send('GET', `/yearly_payments/${id}`)).status).toBe(404);
  expect((await send('PATCH', `/yearly_payments/${id}`, { amount: '1.00' })).status).toBe(404);
  expect((await send('DELETE', `/yearly_payments/${id}`)).status).toBe(404);
});

test('reading takes the right to see land, and changing that of prices', async () => {
  const reads = ['/yearly_payments', '/land_prices?year=2026', '/missing_land_prices'];
  for (const role of ['Operations', 'Accounts', 'Legal'] as const) {
    const { headers: own } = await buildCaller(it, role);
    for (const path of reads) expect((await send('GET', path, undefined, own)).status).toBe(200);
    expect((await send('POST', '/yearly_payments', RENT, own)).status).toBe(403);
    expect((await send('GET', '/yearly_payments/previous_yearly_payments?year=2028', undefined, own)).status).toBe(403);
  }
  const { headers: member } = await buildCaller(it, 'Member');
  for (const path of reads) expect((await send('GET', path, undefined, member)).status).toBe(403);
  for (const path of reads) expect((await send('GET', path, undefined, {})).status).toBe(401);
});

test('the database holds it: no place for drivers, no plan for land, one price for each', async () => {
  const insert = (row: object) =>
    it.db
      .insertInto('payment_list')
      .values({ year: 2029, type_code: 'CC2000', amount: '1.00', ...row })
      .execute();
  await expect(insert({ type_code: 'RF', zone_id: zone.id })).rejects.toThrow('payment_list_places_of_land');
  await expect(insert({ type_code: 'RF', land_use: 'civic' })).rejects.toThrow('payment_list_places_of_land');
  await expect(insert({ type_code: 'SS', plan: 'monthly', zone_id: zone.id })).rejects.toThrow('places_of_land');
  await expect(insert({ plan: 'monthly' })).rejects.toThrow('payment_list_');
  await expect(insert({ land_use: 'palace' })).rejects.toThrow('land_use_check');
  await insert({ land_use: 'civic' });
  await expect(insert({ land_use: 'civic' })).rejects.toThrow('payment_list_price');
  const asDrivers = sql`UPDATE payment_types SET side = 'drivers' WHERE type_code = 'CC2000'`.execute(it.db);
  await expect(asDrivers).rejects.toThrow('payment_list_type');
  const byPlan = sql`UPDATE payment_types SET by_plan = true WHERE type_code = 'CC2000'`.execute(it.db);
  await expect(byPlan).rejects.toThrow('payment_types_land_without_plan');
});

test('a type of land is not priced by plan', async () => {
  const type = { type_code: 'LAND9', description: 'LAND BY PLAN', side: 'land', by_plan: true };
  expect(await send('POST', '/payment_types', type)).toMatchObject({
    status: 400,
    body: {
      message: 'Drivers have plans, and the land side has none. Its prices are by zone and use.',
      issues: [{ path: 'body.by_plan' }],
    },
  });
});

test('a zone that prices are for stays in the list', async () => {
  await add({ zone_id: other.id });
  expect(await send('DELETE', `/zones/${other.id}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('1 yearly price') },
  });
});

test('the price of a code is that of its zone and use, the zone, the use or all, and null where there is none', async () => {
  await add({ zone_id: zone.id, land_use: 'commercial', amount: '1500.00' });
  await add({ zone_id: zone.id, amount: '500.00' });
  await add({ land_use: 'commercial', amount: '900.00' });
  await add({ type_code: 'CC5000', amount: '150.00' });
  const rentIn = async (query: string) => {
    const { body } = await send('GET', `/land_prices?year=2028${query}`);
    expect(body.prices.map(({ type_code }: { type_code: string }) => type_code).slice(0, 6)).toEqual([
      ...['CC1000', 'CC2000', 'CC3000', 'CC4000', 'CC5000', 'CC6000'],
    ]);
    const [sales, rent, , , forms] = body.prices;
    expect(sales).toEqual({ type_code: 'CC1000', description: 'SALES & REGULARIZATION', amount: null, from: null });
    expect(forms).toMatchObject({ amount: '150.00', from: 'general' });
    return [rent.amount, rent.from];
  };
  expect(await rentIn(`&zone_id=${zone.id}&land_use=commercial`)).toEqual(['1500.00', 'zone_and_use']);
  expect(await rentIn(`&zone_id=${zone.id}&land_use=civic`)).toEqual(['500.00', 'zone']);
  expect(await rentIn(`&zone_id=${other.id}&land_use=commercial`)).toEqual(['900.00', 'use']);
  expect(await rentIn(`&zone_id=${other.id}&land_use=civic`)).toEqual([null, null]);
  expect(await rentIn('')).toEqual([null, null]);
  expect(await landPricesFor(it.db, { year: 2028, zoneId: zone.id, landUse: null })).toContainEqual({
    ...{ type_code: 'CC2000', description: 'GROUND RENT', amount: '500.00', from: 'zone' },
  });
  expect((await send('GET', '/land_prices?year=2028&zone_id=999999')).body).toMatchObject({
    code: 'invalid_input',
    message: 'Please choose the zone from the list.',
  });
  expect((await send('GET', '/land_prices?year=1990')).status).toBe(400);
});

test('the list is filtered by year, code, zone and use, the newest year first', async () => {
  await add({ zone_id: zone.id });
  await add({ land_use: 'civic' });
  const { rows, count } = await getList(it, '/yearly_payments', headers);
  expect(rows.slice(0, 2).map(({ zone, land_use }: Record<string, unknown>) => [zone, land_use])).toEqual([
    ['NUNGUA ZONE 3', null],
    [null, 'civic'],
  ]);
  expect(rows[2]).toMatchObject({ year: 2027, type_code: 'CC1000', description: 'SALES & REGULARIZATION' });
  expect(count).toBe('26');
  const counted = async (query: string) => (await getList(it, `/yearly_payments?${query}`, headers)).count;
  expect(await counted('year=2028')).toBe('2');
  expect(await counted('type_code=cc2000')).toBe('6');
  expect(await counted(`zone=${zone.id}`)).toBe('1');
  expect(await counted(`zone=${zone.id}&year=2027`)).toBe('0');
  expect(await counted('land_use=civic')).toBe('1');
});

test('‘same as previous year’ is seen before, copies what the year lacks and names what neither has', async () => {
  await sql`DELETE FROM payment_list WHERE type_code = 'CC6000' AND year = 2027`.execute(it.db);
  await add({ year: 2027, zone_id: zone.id, land_use: 'commercial', amount: '1500.00' });
  await add({ amount: '460.00' });
  const preview = await send('GET', '/yearly_payments/previous_yearly_payments?year=2028');
  expect(preview.body).toMatchObject({ count: 5, kept: 1, missing: ['SITE PLAN'] });
  expect(preview.body.prices.slice(0, 2)).toMatchObject([
    { year: 2027, type_code: 'CC1000' },
    { year: 2027, type_code: 'CC2000', zone: 'NUNGUA ZONE 3', amount: '1500.00' },
  ]);
  const { status, body } = await copyTo(2028);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    message:
      '5 prices of 2027 were copied to 2028. 1 price that 2028 had stayed as it was. Still without a price for 2028: SITE PLAN.',
    ...{ count: 5, kept: 1, missing: ['SITE PLAN'] },
  });
  expect(body.copied).toContainEqual(
    expect.objectContaining({ zone_id: zone.id, land_use: 'commercial', amount: '1500.00', year: 2028 }),
  );
  expect(await auditOf(body.copied[0].id)).toMatchObject([{ action: 'prices.copy', after: { year: 2028 } }]);
  expect((await getList(it, '/payment_list?year=2028')).count).toBe('0');
  expect((await copyTo(2028)).body).toMatchObject({ copied: [], count: 0, kept: 6 });
  await add({ year: 2027, type_code: 'CC6000', amount: '800.00' });
});

test('there is nothing to copy from a year without prices, and five copies at once copy once', async () => {
  expect(await copyTo(2031)).toMatchObject({
    status: 422,
    body: { message: '2030 has no prices that could be copied.', issues: [{ path: 'body.year' }] },
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => copyTo(2028)));
  expect(answers.map(({ body }) => body.count).sort()).toEqual([0, 0, 0, 0, 6]);
});

test('a price that nothing rests on is changed at once and deleted, and what drivers owe is none of its business', async () => {
  await buildMember(it);
  const { id } = (await add({ year: 2026, zone_id: zone.id })).body.entry;
  expect((await send('GET', `/yearly_payments/${id}`)).body).toMatchObject({ in_use: false, waiting: null });
  expect((await send('PATCH', `/yearly_payments/${id}`, { amount: '470.00' })).body).toMatchObject({
    message: 'GROUND RENT (Nungua Zone 3) costs GHS 470.00 in 2026.',
    entry: { zone: 'NUNGUA ZONE 3', amount: '470.00' },
  });
  expect((await send('DELETE', `/yearly_payments/${id}`)).body).toEqual({
    status: true,
    message: 'The price of GROUND RENT (Nungua Zone 3) for 2026 is deleted.',
  });
  expect((await auditOf(id))[0]).toMatchObject({ action: 'prices.delete', before: { zone: 'NUNGUA ZONE 3' } });
  expect((await send('DELETE', `/yearly_payments/${id}`)).status).toBe(404);
});

test('a price whose code was paid in the year is not deleted, wherever the land lies, and changes once another approves', async () => {
  const { id } = (await add({ year: 2026, zone_id: other.id, land_use: 'civic', type_code: 'CC5000' })).body.entry;
  const { headers: clerk } = await buildCaller(it, 'Accounts');
  const { headers: second } = await buildCaller(it, 'SystemAdmin');
  const payments = [{ payment_type: 'CC5000', amount: '150.00' }];
  const received = { mode: 'cash', amount: '150.00', tenant_id: (await buildLandTenant(it)).id, payments };
  expect((await send('POST', '/land_payments', received, clerk)).status).toBe(201);
  expect(await send('DELETE', `/yearly_payments/${id}`)).toMatchObject({
    status: 409,
    body: {
      message:
        'The price of FORMS (Teshie Zone 1, Civic) for 2026 is used by payments, so it cannot be deleted. You can change its amount instead.',
    },
  });
  const asked = await send('PATCH', `/yearly_payments/${id}`, { amount: '160.00' });
  expect(asked.body).toMatchObject({ entry: { amount: '450.00', zone: 'TESHIE ZONE 1' } });
  const { waiting, in_use } = (await send('GET', `/yearly_payments/${id}`)).body;
  expect([in_use, waiting.amount]).toEqual([true, '160.00']);
  const approved = await send('POST', `/approvals/${waiting.approval_id}/approve`, {}, second);
  expect(approved.body.message).toContain('FORMS (Teshie Zone 1, Civic) costs GHS 160.00 in 2026.');
  expect((await auditOf(id))[0]).toMatchObject({
    action: 'prices.change',
    subject: '2026 FORMS (Teshie Zone 1, Civic)',
    before: { amount: '450.00' },
    after: { amount: '160.00' },
  });
  expect((await send('GET', `/yearly_payments/${id}`)).body).toMatchObject({ amount: '160.00', waiting: null });
});

test('codes whose prices end are missed: in whole, in part, and not where a wider price follows', async () => {
  await add({ year: 2027, zone_id: zone.id });
  await add({ year: 2027, zone_id: other.id, land_use: 'civic' });
  const missing = async (day: string) => {
    it.clock.now = new Date(`${day}T10:00:00Z`);
    const { headers: own } = await buildCaller(it, 'Legal');
    return (await send('GET', '/missing_land_prices', undefined, own)).body.missing;
  };
  expect(await missing('2027-09-30')).toEqual([]);
  const all = ['SALES & REGULARIZATION', 'GROUND RENT', 'CUSTOMARY DRINK', 'DIGGING FEE', 'FORMS', 'SITE PLAN'];
  expect(await missing('2027-10-01')).toEqual([{ year: 2028, descriptions: all }]);
  // Nobody's session lasts for that long.
  const set = (row: object) =>
    it.db
      .insertInto('payment_list')
      .values({ ...RENT, ...row })
      .execute();
  await set({ zone_id: zone.id });
  const [{ descriptions }] = await missing('2028-01-01');
  expect(descriptions).toContain('GROUND RENT (2 of 3 prices)');
  await set({});
  expect((await missing('2028-01-01'))[0].descriptions).toEqual(all.filter((code) => code !== 'GROUND RENT'));
});
