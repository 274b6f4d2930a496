import type { PlotRow } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldTotals } from '#db/totals/fold-totals.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { buildApplicationFor, buildCaveat } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let clerk: Awaited<ReturnType<typeof buildCaller>>;
const start = async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'Legal');
};
beforeAll(start);
afterAll(() => it.close());

const list = async (query: string): Promise<{ rows: PlotRow[]; count: number }> => {
  const response = await it.app.inject({ method: 'GET', url: `/api/plots?${query}`, headers: clerk.headers });
  expect(response.statusCode).toBe(200);
  return { rows: response.json(), count: Number(response.headers['x-total-count']) };
};
const numbers = async (query: string): Promise<string[]> =>
  (await list(query)).rows.map(({ plot_number }) => plot_number);

test('the state follows from what stands against a plot, its tenancy and its applications, in this order', async () => {
  const { id: zone_id } = await buildZone(it);
  const plot = async (plot_number: string) => (await buildPlot(it, { zone_id, plot_number })).id;
  await plot('FREE');
  await buildApplicationFor(it, { plot_id: await plot('DRAFT'), status: 'draft' });
  await buildApplicationFor(it, { plot_id: await plot('REFUSED'), status: 'refused' });
  for (const status of ['lodged', 'sent_back'] as const)
    await buildApplicationFor(it, { plot_id: await plot(status.toUpperCase()), status });
  const held = await buildTenancy(it, { plot_id: await plot('HELD') });
  await buildApplicationFor(it, { plot_id: held.plot_id, status: 'lodged' });
  const former = { held_until: '2020-01-01', end_reason: 'Surrendered' };
  await buildTenancy(it, { plot_id: await plot('FORMER'), ...former });
  const blocked = await buildTenancy(it, { plot_id: await plot('BLOCKED') });
  await buildCaveat(it, { plot_id: blocked.plot_id });
  const past = { removed_on: '2026-11-20', removed_by: clerk.id, removal_reason: 'It was struck out.' };
  await buildCaveat(it, { plot_id: await plot('UNBLOCKED'), ...past });
  const { rows, count } = await list(`zone=${zone_id}`);
  expect(count).toBe(9);
  const states = Object.fromEntries(rows.map(({ plot_number, state }) => [plot_number, state]));
  expect(states).toEqual({
    ...{ FREE: 'free', DRAFT: 'free', REFUSED: 'free', FORMER: 'free', UNBLOCKED: 'free' },
    ...{ LODGED: 'applied', SENT_BACK: 'applied', HELD: 'held', BLOCKED: 'blocked' },
  });
  for (const state of ['free', 'applied', 'held', 'blocked']) {
    const expected = Object.keys(states).filter((number) => states[number] === state);
    expect(await numbers(`zone=${zone_id}&state=${state}`)).toEqual(expected.toSorted());
  }
  const holder = rows.find(({ plot_number }) => plot_number === 'BLOCKED');
  expect(holder).toMatchObject({ tenant_name: 'GRACE ODONKOR', tenant_code: expect.stringMatching(/^TNT-/) });
  expect(rows.find(({ plot_number }) => plot_number === 'FORMER')?.tenant_id).toBeNull();
});

test('a plot is found by the beginning of its number, and of its block and number, however it is typed', async () => {
  const { id: zone_id } = await buildZone(it);
  await buildPlot(it, { zone_id, block: 'QX', plot_number: 'Q-0147' });
  await buildPlot(it, { zone_id, block: 'QX', plot_number: 'Q-0148' });
  for (const text of ['Q-0147', 'q 0147', 'q0147', 'QX/Q-0147', 'qxq0147'])
    expect(await numbers(`search=${encodeURIComponent(text)}`)).toEqual(['Q-0147']);
  expect(await numbers('search=q-014')).toEqual(['Q-0147', 'Q-0148']);
  expect(await numbers('search=%2F')).toEqual([]);
});

test('every page of every order holds what comes behind the page before, while totals are folded or not', async () => {
  await it.close();
  await start();
  const zones = await Promise.all([1, 2, 3].map(() => buildZone(it)));
  for (let n = 0; n < 25; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, n % 3, 1 + (n % 4), 12));
    await buildPlot(it, {
      zone_id: zones[n % 3]?.id ?? '',
      block: `B${n % 2}`,
      plot_number: `P${String(n).padStart(2, '0')}`,
    });
    if (n === 12) await foldTotals(it.db);
  }
  const all = async (query: string): Promise<PlotRow[]> => {
    const pages = [];
    for (let page = 1; page <= 7; page += 1) pages.push((await list(`${query}&size=4&page=${page}`)).rows);
    return pages.flat();
  };
  const byName = (a: PlotRow, b: PlotRow) =>
    Number(a.zone_id) - Number(b.zone_id) || (a.block + a.plot_number < b.block + b.plot_number ? -1 : 1);
  const byAdded = (a: PlotRow, b: PlotRow) =>
    Date.parse(a.added_at) - Date.parse(b.added_at) || Number(a.id) - Number(b.id);
  const rows = (await list('size=200')).rows;
  expect(rows).toHaveLength(25);
  const ids = (some: readonly PlotRow[]) => some.map(({ id }) => id);
  for (const [name, order] of [
    ['name', byName],
    ['added_at', byAdded],
  ] as const) {
    expect(ids(await all(`sort=${name}`))).toEqual(ids(rows.toSorted(order)));
    expect(ids(await all(`sort=-${name}`))).toEqual(ids(rows.toSorted(order).reverse()));
    const within = rows.filter(({ zone_id }) => zone_id === zones[1]?.id);
    expect(ids(await all(`sort=${name}&zone=${zones[1]?.id}`))).toEqual(ids(within.toSorted(order)));
    expect(ids(await all(`sort=-${name}&zone=${zones[1]?.id}`))).toEqual(ids(within.toSorted(order).reverse()));
  }
  expect(await list('page=9&size=4')).toEqual({ rows: [], count: 25 });
  expect((await list('zone=999999')).count).toBe(0);
});
