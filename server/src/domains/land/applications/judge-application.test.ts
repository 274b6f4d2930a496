import { EMPTY_TERMS, today } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildApplication, buildLandTenant, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { boundaryOf } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { lockApplication } from './applications.repo.ts';
import { obstaclesOf } from './judge-application.ts';

let it: TestApp;
let clerk: { headers: Record<string, string> };
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'Operations');
});
afterAll(() => it.close());

/** Judges an application, on the tenancy of which so much is owed. */
const inTheWay = (id: string, owed = '0.00') =>
  it.db
    .transaction()
    .execute(async (tx) =>
      obstaclesOf(tx, await lockApplication(tx, id), { owes: async () => owed, now: it.clock.now }),
    );

/** A plot of 30 m by 20 m, so many metres east of a corner. */
const surveyed = async (zone_id: string, east: number): Promise<string> => {
  const facts = { land_use: 'residential', owner_kind: 'stool', owner_name: 'Nungua Stool', accepts_overlap: true };
  const payload = { zone_id, plot_number: `${east}`, ...facts, boundary: boundaryOf(east, 0) };
  const made = await it.app.inject({ method: 'POST', url: '/api/plots', headers: clerk.headers, payload });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().id;
};

const TRANSFERRED = { ...EMPTY_TERMS, indenture_number: 'IN 5/2026' };

test('nothing is in the way of an application that has all it needs', async () => {
  expect(await inTheWay(await buildApplication(it))).toEqual([]);
});

test('ground rent that is owed is, where the tenancy ends on which it is owed', async () => {
  const { id: ends_tenancy_id, plot_id } = await buildTenancy(it);
  const id = await buildApplication(it, { kind: 'transfer', plot_id, ends_tenancy_id, terms: TRANSFERRED });
  expect(await inTheWay(id)).toEqual([]);
  expect(await inTheWay(id, '12.50')).toEqual([
    { path: null, message: 'Ground rent of GHS 12.50 is owed on the tenancy that this ends.' },
  ]);
  expect(await inTheWay(await buildApplication(it), '12.50')).toEqual([]);
});

test('a code that the application has paid in part is, until the rest is paid', async () => {
  const id = await buildApplication(it);
  const { headers } = await buildCaller(it, 'Accounts');
  const pay = async (amount: string) => {
    const payload = { mode: 'cash', amount, application_id: id, payments: [{ payment_type: 'CC1000', amount }] };
    const answer = await it.app.inject({ method: 'POST', url: '/api/land_payments', headers, payload });
    expect(answer.statusCode, answer.body).toBe(201);
  };
  await pay('100.00');
  const message = 'SALES & REGULARIZATION is paid in part: GHS 4,900.00 is missing.';
  expect(await inTheWay(id)).toEqual([{ path: null, message }]);
  // A new year begins nothing anew.
  await sql`UPDATE payments SET transaction_date = transaction_date - 365 WHERE application_id = ${id}`.execute(it.db);
  expect(await inTheWay(id)).toEqual([{ path: null, message }]);
  await pay('4900.00');
  expect(await inTheWay(id)).toEqual([]);
  await pay('7500.00');
  const half = 'SALES & REGULARIZATION is paid in part: GHS 2,500.00 is missing.';
  expect(await inTheWay(id)).toEqual([{ path: null, message: half }]);
  await pay('2500.00');
  const year = Number(today(it.clock.now).slice(0, 4));
  const price = it.db.updateTable('payment_list').where('type_code', '=', 'CC1000').where('year', '=', year);
  await price.set({ amount: '5500.00' }).execute();
  expect(await inTheWay(id)).toEqual([]);
  await price.set({ amount: '5000.00' }).execute();
});

test('land that another plot has too is, once somebody holds that', async () => {
  const { id: zone } = await buildZone(it);
  const [plot_id, other, touching] = [await surveyed(zone, 0), await surveyed(zone, 20), await surveyed(zone, -30)];
  await buildTenancy(it, { plot_id: touching });
  const id = await buildApplication(it, { plot_id });
  const { duplicates } = (await it.app.inject({ url: `/api/applications/${id}`, headers: clerk.headers })).json();
  expect(duplicates.overlaps).toMatchObject([{ plot_id: other, is_held: false, area_sqm: '200.00' }]);
  expect(await inTheWay(id)).toEqual([]);
  await buildTenancy(it, { plot_id: other });
  expect(await inTheWay(id)).toMatchObject([{ message: expect.stringMatching(/^The boundary overlaps Plot 20, /) }]);
});

test('a term that is over is', async () => {
  const asked = { commencement: '1976-11-20', term_years: 50, ground_rent: '1.00' };
  const id = await buildApplication(it, { terms: { ...TRANSFERRED, ...asked } });
  expect(await inTheWay(id)).toEqual([{ path: 'terms.term_years', message: 'This term ended on 20 Nov 2026.' }]);
});

test('of a term that a non-citizen takes over, what is left counts', async () => {
  const { id: tenant_id } = await buildLandTenant(it, { nationality: 'TOGOLESE' });
  const judged = async (term_years: number) => {
    const { id: ends_tenancy_id, plot_id } = await buildTenancy(it, { commencement: '1987-03-01', term_years });
    const given = { kind: 'transfer', plot_id, ends_tenancy_id, tenant_id, terms: TRANSFERRED } as const;
    return inTheWay(await buildApplication(it, given));
  };
  expect(await judged(89)).toEqual([]);
  expect(await judged(90)).toEqual([
    {
      path: 'terms.term_years',
      message: 'A lease of residential land to non-citizens has at most 50 years; 51 years are left of this term.',
    },
  ]);
});

test.each([
  [40, 'citizens'],
  [41, 'non-citizens'],
])('an organisation of which non-citizens own %i per cent counts among %s', async (foreign_share, group) => {
  const company = { kind: 'organisation', last_name: 'ABC LIMITED', first_name: '', foreign_share } as const;
  const { id: tenant_id } = await buildLandTenant(it, company);
  const terms = { ...TRANSFERRED, commencement: '2026-11-01', term_years: 99, ground_rent: '1.00' };
  const found = await inTheWay(await buildApplication(it, { tenant_id, terms }));
  expect(found.map(({ message }) => message.includes('non-citizens'))).toEqual(group === 'citizens' ? [] : [true]);
});
