import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const end = (id: string, day: string) =>
  it.db.updateTable('tenancies').set({ held_until: day, end_reason: 'Transfer' }).where('id', '=', id).execute();

test('a plot has at most one current tenancy, whoever writes', async () => {
  const { plot_id } = await buildTenancy(it);
  await expect(buildTenancy(it, { plot_id, held_from: '2020-01-01' })).rejects.toThrow(
    /tenancies_(current|hold_apart)/,
  );
});

test('tenancies of a plot never share a day, and one of another plot is not concerned', async () => {
  const { id, plot_id } = await buildTenancy(it);
  await end(id, '2011-06-12');
  const former = { held_from: '1990-01-01', held_until: '1991-01-01', end_reason: 'Transfer' };
  await expect(buildTenancy(it, { plot_id, ...former })).rejects.toThrow('tenancies_hold_apart');
  await buildTenancy(it, { plot_id: (await buildPlot(it)).id, ...former });
  await buildTenancy(it, { plot_id, held_from: '2011-06-12' });
});

test('a tenancy that goes on from another begins where that one ended, on the same plot', async () => {
  const { id, plot_id } = await buildTenancy(it);
  const next = { plot_id, previous_id: id, held_from: '2011-06-12' };
  await expect(buildTenancy(it, next)).rejects.toThrow('begins where the one before it');
  await end(id, '2011-06-12');
  await expect(buildTenancy(it, { ...next, held_from: '2011-06-13' })).rejects.toThrow(
    'begins where the one before it',
  );
  await expect(buildTenancy(it, { ...next, plot_id: (await buildPlot(it)).id })).rejects.toThrow('begins where');
  await buildTenancy(it, next);
  await expect(buildTenancy(it, { ...next, plot_id })).rejects.toThrow(/tenancies_/);
});

test('a tenancy keeps its plot, tenant, days and end', async () => {
  const { id } = await buildTenancy(it);
  const update = (values: object) => it.db.updateTable('tenancies').set(values).where('id', '=', id).execute();
  for (const values of [
    { plot_id: (await buildPlot(it)).id },
    { tenant_id: (await buildLandTenant(it)).id },
    { held_from: '1988-01-01' },
    { commencement: '1988-01-01' },
    { term_years: 50 },
  ])
    await expect(update(values)).rejects.toThrow('keeps its plot, tenant, days and predecessor');
  await end(id, '2011-06-12');
  await expect(update({ held_until: '2012-06-12' })).rejects.toThrow('The end of a tenancy stays');
});

test('a term ends on the day after its last one', async () => {
  const { id } = await buildTenancy(it, { commencement: '1988-02-29', term_years: 99, held_from: '1988-02-29' });
  const { ends_on } = await it.db
    .selectFrom('tenancies')
    .select('ends_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(ends_on).toBe('2087-02-28');
});
