import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { phoneJpeg, textPng } from '../../../../test/builders/photos.ts';
import { buildApplicationFor, buildCaveat } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let clerk: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'Operations');
});
afterAll(() => it.close());

const shown = async (id: string) =>
  (await it.app.inject({ method: 'GET', url: `/api/plots/${id}`, headers: clerk.headers })).json();

test('the page of a plot has who held it, who asks for it and what stands against it', async () => {
  const { id: plot_id } = await buildPlot(it);
  const [former, current] = [
    await buildLandTenant(it, { first_name: 'JOSEPH' }),
    await buildLandTenant(it, {
      kind: 'organisation',
      first_name: '',
      last_name: 'ACCRA BRICKS LTD',
      foreign_share: 0,
    }),
  ];
  const ended = { held_until: '2011-06-12', end_reason: 'Transfer' };
  const { id: previous_id } = await buildTenancy(it, { plot_id, tenant_id: former.id, ...ended });
  const next = { tenant_id: current.id, previous_id, held_from: '2011-06-12', how: 'transfer' } as const;
  const tenancy = await buildTenancy(it, { plot_id, ...next });
  await buildApplicationFor(it, { plot_id, kind: 'transfer', status: 'sent_back' });
  await buildApplicationFor(it, { plot_id, status: 'withdrawn' });
  await buildCaveat(it, { plot_id, kind: 'lis_pendens' });
  const plot = await shown(plot_id);
  expect(plot).toMatchObject({
    ...{ state: 'blocked', tenant_name: 'ACCRA BRICKS LTD' },
    tenancy: {
      ...{ id: tenancy.id, tenant_name: 'ACCRA BRICKS LTD', indenture_number: tenancy.indenture_number },
      ...{ commencement: '1987-03-01', term_years: 99, ends_on: '2086-03-01', ground_rent: '400.00' },
    },
    applications: [{ kind: 'transfer', status: 'sent_back', due_on: '2026-12-20' }],
    caveats: [{ kind: 'lis_pendens', suit_number: 'LD/0123/2021', placed_on: '2021-03-04' }],
  });
  expect(plot.holders).toMatchObject([
    { tenant_name: 'JOSEPH ODONKOR', how: 'new_purchase', held_from: '1987-03-01', ...ended },
    { tenant_code: current.tenant_code, how: 'transfer', held_from: '2011-06-12', held_until: null },
  ]);
});

let key = 0;
const attach = (id: string, file: File, by = clerk) => {
  key += 1;
  const payload = new FormData();
  payload.set('file', file);
  const headers = { ...by.headers, 'idempotency-key': `site-plan-${key}-0123456789` };
  return it.app.inject({ method: 'POST', url: `/api/plots/${id}/site_plan`, headers, payload });
};
const PDF = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n';

test('the newest site plan shows and is sent, and earlier ones are kept', async () => {
  const { id } = await buildPlot(it);
  const url = `/api/plots/${id}/site_plan`;
  const get = () => it.app.inject({ method: 'GET', url, headers: clerk.headers });
  expect((await get()).statusCode).toBe(404);
  expect((await attach(id, await phoneJpeg())).statusCode).toBe(201);
  const pdf = new File([PDF], 'Plan of Nungua.pdf', { type: 'application/pdf' });
  expect((await attach(id, pdf)).statusCode).toBe(201);
  expect((await shown(id)).site_plan).toMatchObject({ file_name: 'Plan of Nungua.pdf', type: 'application/pdf' });
  const sent = await get();
  expect([sent.payload, sent.headers['content-type']]).toEqual([PDF, 'application/pdf']);
  const kept = it.db.selectFrom('land_papers').select('id').where('plot_id', '=', id).execute();
  expect(await kept).toHaveLength(2);
  const gone = await it.app.inject({ method: 'DELETE', url: `/api/plots/${id}`, headers: clerk.headers });
  expect(gone.statusCode).toBe(200);
});

test('a site plan that is no paper, or of no plot, is refused', async () => {
  const { id } = await buildPlot(it);
  expect((await attach(id, await textPng())).statusCode).toBe(415);
  const large = new File([`%PDF-1.4\n${' '.repeat(50_000_000)}\n%%EOF`], 'large.pdf');
  expect((await attach(id, large)).statusCode).toBe(413);
  expect((await attach('999999', await phoneJpeg())).statusCode).toBe(404);
  expect((await attach(id, await phoneJpeg(), await buildCaller(it, 'SystemUser'))).statusCode).toBe(403);
  expect((await shown(id)).site_plan).toBeNull();
});
