import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkTotals } from '#db/totals/check-totals.ts';
import { foldTotals } from '#db/totals/fold-totals.ts';
import { buildCaller, OWN_PAGE, signIn } from '../../../../test/builders/identity.ts';
import {
  buildApplication,
  buildLandTenant,
  buildPlot,
  buildTenancy,
  buildZone,
} from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readCsv, readXlsx } from '../../../../test/spreadsheets.ts';

let it: TestApp;
let clerk: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());
// Callers may only call so often a minute, and the clock stands.
beforeEach(async () => {
  clerk = (await buildCaller(it, 'Accounts')).headers;
});

const get = async (url: string, headers = clerk) => {
  const answer = await it.app.inject({ url: `/api${url}`, headers });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    ...{ status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body },
    body: isJson ? answer.json() : null,
  };
};
const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text.join(' ');

const receive = async (payload: object) => {
  const headers = { ...clerk, 'idempotency-key': crypto.randomUUID() };
  const request = {
    method: 'POST',
    url: '/api/land_payments',
    headers,
    payload: { mode: 'cash', ...payload },
  } as const;
  const answer = await it.app.inject(request);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ payment_ids: string[] }>().payment_ids;
};

const holder = async (zone_id: string) => {
  const tenant = await buildLandTenant(it);
  const plot = await buildPlot(it, { zone_id });
  const tenancy = await buildTenancy(it, { tenant_id: tenant.id, plot_id: plot.id });
  return { tenant, plot, tenancy: String(tenancy.id) };
};

const rentAndForms = async (of: Awaited<ReturnType<typeof holder>>, rent: string, forms: string) =>
  receive({
    tenant_id: of.tenant.id,
    amount: (Number(rent) + Number(forms)).toFixed(2),
    payments: [
      { payment_type: 'CC2000', amount: rent, tenancy_id: of.tenancy },
      { payment_type: 'CC5000', amount: forms, plot_id: of.plot.id },
    ],
  });

type Sum = {
  id: string;
  name: string;
  payment_type: string | null;
  count: number;
  amount_paid: string;
  reversed: string;
};
const sums = async (query: string): Promise<Sum[]> =>
  (await get(`/land_sums?from=2026-01-01&to=2026-12-31&${query}`)).body;

test('what land brought in by code, mode, zone and month, before and after folding and after a reversal', async () => {
  const zones = [await buildZone(it, 'ASHALE BOTWE'), await buildZone(it, 'TESHIE')];
  const holders = [await holder(zones[0]?.id ?? ''), await holder(zones[1]?.id ?? '')] as const;
  await rentAndForms(holders[0], '120.00', '50.00');
  const [first] = await rentAndForms(holders[1], '30.00', '20.00');
  const look = async () => ({
    type: (await sums('by=type')).map(({ id, amount_paid }) => [id, amount_paid]),
    mode: (await sums('by=mode')).map(({ name, amount_paid }) => [name, amount_paid]),
    zone: (await sums('by=zone')).map(({ name, count, amount_paid }) => [name, count, amount_paid]),
    both: (await sums('by=zone_type')).map(({ name, payment_type, amount_paid }) => [name, payment_type, amount_paid]),
    month: (await sums('by=month')).map(({ id, amount_paid }) => [id, amount_paid]),
    forms: (await sums('by=zone&payment_type=cc5000')).map(({ name, amount_paid }) => [name, amount_paid]),
  });
  const expected = {
    type: [
      ['CC2000', '150.00'],
      ['CC5000', '70.00'],
    ],
    mode: [['Cash', '220.00']],
    zone: [
      ['Ashale Botwe', 2, '170.00'],
      ['Teshie', 2, '50.00'],
    ],
    both: [
      ['Ashale Botwe', 'CC2000', '120.00'],
      ['Ashale Botwe', 'CC5000', '50.00'],
      ['Teshie', 'CC2000', '30.00'],
      ['Teshie', 'CC5000', '20.00'],
    ],
    month: [['2026-11', '220.00']],
    forms: [
      ['Ashale Botwe', '50.00'],
      ['Teshie', '20.00'],
    ],
  };
  expect(await look()).toEqual(expected);
  await foldTotals(it.db);
  expect(await look()).toEqual(expected);
  const answer = await get('/land_sums?by=zone&from=2026-01-01&to=2026-12-31&size=1');
  expect([answer.headers['x-total-count'], answer.headers['x-total-amount']]).toEqual(['2', '220.00']);

  const admin = (await buildCaller(it, 'SystemAdmin')).headers;
  const payload = { decision: 'reverse', cause: 'wrong_car', reason: 'Another tenant' };
  const reversed = await it.app.inject({ method: 'PATCH', url: `/api/clearance/${first}`, headers: admin, payload });
  expect(reversed.statusCode, reversed.body).toBe(200);
  const [, teshie] = await sums('by=zone');
  expect(teshie).toMatchObject({ name: 'Teshie', amount_paid: '0.00', reversed: '50.00' });
  await foldTotals(it.db);
  expect((await sums('by=zone'))[1]).toEqual(teshie);
  expect(await checkTotals(it.db)).toEqual([]);
});

test('the accounts report is a PDF and a file too, and days that cannot be summed up are refused', async () => {
  const asked = '/land_sums/pdf?by=zone&from=2026-01-01&to=2026-12-31';
  const pdf = await get(asked);
  expect(pdf.status, pdf.text).toBe(200);
  const text = await textOf(pdf.bytes);
  for (const word of ['Accounts Report by zone', 'Ashale Botwe', '170.00', 'TOTAL']) expect(text).toContain(word);
  const [head, ...lines] = readCsv((await get('/land_sums/export?by=zone&from=2026-01-01&to=2026-12-31')).text);
  expect(head?.slice(0, 3)).toEqual(['Of', 'Payment Code', 'Payments']);
  expect(lines.map(([name]) => name)).toEqual(['Ashale Botwe', 'Teshie']);
  for (const days of ['from=2026-02-01&to=2026-01-01', 'from=2001-01-01&to=2026-01-01', 'to=2026-01-01'])
    expect((await get(`/land_sums?${days}`)).status).toBe(400);
  const logged = it.db.selectFrom('audit_log').select('action').where('action', '=', 'lists.export');
  await expect.poll(async () => (await logged.execute()).length).toBeGreaterThanOrEqual(2);
});

test('a tenant’s statement has payments with the balance of ground rent, and is paged', async () => {
  const { id: zone } = await buildZone(it);
  const own = await holder(zone);
  await rentAndForms(own, '100.00', '10.00');
  await rentAndForms(own, '40.00', '5.00');
  const lines = await get(`/tenant_statement?tenant=${own.tenant.id}`);
  expect(lines.body.map((line: { paid: string; balance: string }) => [line.paid, line.balance])).toEqual([
    ['100.00', '-100.00'],
    ['10.00', '-100.00'],
    ['40.00', '-140.00'],
    ['5.00', '-140.00'],
  ]);
  expect(lines.body[0]).toMatchObject({ description: 'CC2000 Ground Rent', charged: null });
  expect(lines.body[0].reference).toMatch(/^R\d+$/);
  const second = await get(`/tenant_statement?tenant=${own.tenant.id}&page=2&size=3`);
  expect([second.headers['x-total-count'], second.body.length]).toEqual(['4', 1]);
  const newest = await get(`/tenant_statement?tenant=${own.tenant.id}&sort=-day`);
  expect(newest.body[0].balance).toBe('-140.00');
  const head = await get(`/tenants/${own.tenant.id}/statement?from=2026-01-01`);
  expect(head.body).toMatchObject({
    ...{ opening: '0.00', charged: '0.00', rent_paid: '140.00', other_paid: '15.00', closing: '-140.00' },
    waiting: '0.00',
  });
  const later = await get(`/tenants/${own.tenant.id}/statement?from=2027-01-01`);
  expect(later.body).toMatchObject({ opening: '-140.00', rent_paid: '0.00', closing: '-140.00' });
  expect((await get('/tenants/999999/statement')).status).toBe(404);
  const pdf = await get(`/tenant_statement/pdf?tenant=${own.tenant.id}`);
  const text = await textOf(pdf.bytes);
  for (const word of ['Detailed Statement', own.tenant.tenant_code, 'CC5000', '155.00']) expect(text).toContain(word);

  const summary = await get(`/tenant_summary?tenant=${own.tenant.id}`);
  expect(
    summary.body.map((line: Record<string, unknown>) => [line.payment_type, line.payments, line.paid, line.balance]),
  ).toEqual([
    ['CC5000', 2, '15.00', null],
    ['CC2000', 2, '140.00', '-140.00'],
  ]);
  const all = await get(`/tenant_summaries?zone=${zone}`);
  expect(all.body).toMatchObject([
    { tenant_code: own.tenant.tenant_code, plots: 1, rent_paid: '140.00', balance: '-140.00' },
  ]);
  expect((await get(`/tenant_summaries?search=${own.tenant.tenant_code}&from=2027-01-01`)).body).toMatchObject([
    { rent_paid: '0.00', balance: '-140.00' },
  ]);
});

test('a tenant saves their own statement as a PDF, which names nobody else', async () => {
  const own = await holder((await buildZone(it)).id);
  await rentAndForms(own, '77.00', '3.00');
  const setup = { ...clerk, 'idempotency-key': crypto.randomUUID() };
  const made = await it.app.inject({ method: 'POST', url: `/api/tenants/${own.tenant.id}/setup_code`, headers: setup });
  const username = own.tenant.tenant_code;
  const payload = { username, setup_code: made.json().setup_code, password: 'Green@River4711' };
  const set = await it.app.inject({
    ...{ method: 'POST', url: '/api/auth/set_tenant_password', payload, headers: OWN_PAGE },
  });
  expect(set.statusCode, set.body).toBe(200);
  const headers = await signIn(it, 'main_login', { username, password: 'Green@River4711' });
  const pdf = await get('/tenant/statement', headers);
  expect(pdf.status, pdf.text).toBe(200);
  const text = await textOf(pdf.bytes);
  for (const word of [username, '77.00', 'CC5000']) expect(text).toContain(word);
  expect((await get('/tenant/statement?from=2026-02-01&to=2026-01-01', headers)).status).toBe(400);
  expect((await get(`/tenant_statement?tenant=${own.tenant.id}`, headers)).status).toBe(403);
});

test('the rent roll has current tenancies by plot, and leases that end', async () => {
  const { id: zone } = await buildZone(it, 'SPINTEX');
  const terms = [
    ['A1', { commencement: '1930-03-01', term_years: 97 }],
    ['A2', { commencement: '2000-01-01', term_years: 29 }],
    ['A3', { commencement: '1900-01-01', term_years: 99 }],
  ] as const;
  for (const [plot_number, term] of terms) {
    const plot = await buildPlot(it, { zone_id: zone, plot_number });
    await buildTenancy(it, { plot_id: plot.id, ...term });
  }
  const ended = await buildPlot(it, { zone_id: zone, plot_number: 'A4' });
  await buildTenancy(it, { plot_id: ended.id, held_until: '2001-01-01', end_reason: 'Returned' });
  const plots = async (query: string) =>
    (await get(`/land_reports/rent_roll?zone=${zone}&${query}`)).body.map(({ plot }: { plot: string }) => plot);
  expect(await plots('')).toEqual(['A1', 'A2', 'A3']);
  // A term that is over is one that the office has to see to.
  expect(await plots('ends=1&sort=ends_on')).toEqual(['A3', 'A1']);
  expect(await plots('ends=3&sort=ends_on')).toEqual(['A3', 'A1', 'A2']);
  expect(await plots('use=commercial')).toEqual([]);
  const [, ...rows] = readXlsx((await get(`/land_reports/rent_roll/export?zone=${zone}&format=xlsx`)).bytes);
  expect(rows).toHaveLength(3);
  const text = await textOf((await get(`/land_reports/rent_roll/pdf?zone=${zone}&ends=5`)).bytes);
  for (const word of ['Leases that end within 5 years', 'A2', '1,200.00']) expect(text).toContain(word);
});

test('applications by the month of lodging and kind, with the days that decisions took', async () => {
  const lodged = async (day: string, given: object | null) => {
    const id = await buildApplication(it, {
      ...{ lodged_at: new Date(`${day}T09:00:00Z`), due_on: '2025-03-20', kind: 'others' },
    });
    if (given) await it.db.updateTable('land_applications').set(given).where('id', '=', id).execute();
  };
  const refused = (day: string) => ({ status: 'refused' as const, decided_at: new Date(`${day}T10:00:00Z`) });
  await lodged('2025-03-01', refused('2025-03-05'));
  await lodged('2025-03-02', refused('2025-03-12'));
  await lodged('2025-03-10', refused('2025-03-30'));
  await lodged('2025-03-11', { status: 'withdrawn' });
  await lodged('2025-03-31', null);
  const { body } = await get('/land_reports/applications?year=2025&kind=others');
  expect(body).toEqual([
    {
      ...{ id: '2025-03 others', month: '2025-03', kind: 'others', lodged: 5, open: 1, approved: 0, refused: 3 },
      ...{ withdrawn: 1, annulled: 0, late: 2, median_days: 10, longest_days: 20 },
    },
  ]);
  expect((await get('/land_reports/applications?year=2024')).body).toEqual([]);
  expect((await get('/land_reports/applications?year=1999')).status).toBe(400);
  expect(await textOf((await get('/land_reports/applications/pdf?year=2025')).bytes)).toContain('Applications of 2025');
});

test('roles without the money of land get neither it nor statements', async () => {
  const user = (await buildCaller(it, 'SystemUser')).headers;
  for (const url of [
    '/land_sums?from=2026-01-01&to=2026-12-31',
    '/land_sums/pdf?from=2026-01-01&to=2026-12-31',
    '/land_reports/rent_roll/pdf',
    '/tenant_statement?tenant=1',
    '/tenant_statement/pdf?tenant=1',
    '/tenants/1/statement',
    '/tenant_summaries',
    '/tenant/statement',
  ])
    expect([url, (await get(url, user)).status]).toEqual([url, 403]);
});
