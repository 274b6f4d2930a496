import type { ApplicationRow } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldTotals } from '#db/totals/fold-totals.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPlot } from '../../../../test/builders/land.ts';
import { buildApplicationFor } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const DAYS = ['2025-01-31', '2025-02-01', '2026-11-20'] as const;
const KINDS = ['new_purchase', 'transfer'] as const;
const STATUSES = ['draft', 'lodged', 'refused', 'withdrawn'] as const;

let it: TestApp;
let clerk: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'Legal');
  const { id: plot_id } = await buildPlot(it);
  for (let n = 0; n < 24; n += 1) {
    const day = DAYS[n % 3] ?? DAYS[0];
    const given = { kind: KINDS[n % 2] ?? 'others', status: STATUSES[Math.floor(n / 6)] ?? 'draft' } as const;
    await buildApplicationFor(it, { plot_id, ...given, entered_at: new Date(`${day}T${10 + (n % 9)}:00:00Z`) });
  }
});
afterAll(() => it.close());

const list = async (query: string): Promise<{ rows: ApplicationRow[]; count: number }> => {
  const response = await it.app.inject({ method: 'GET', url: `/api/applications?${query}`, headers: clerk.headers });
  expect(response.statusCode).toBe(200);
  return { rows: response.json(), count: Number(response.headers['x-total-count']) };
};

test.each([
  ['', 24],
  ['kind=transfer', 12],
  ['state=lodged', 6],
  ['state=rejected', 6],
  ['state=open', 12],
  ['kind=transfer&state=lodged', 3],
])('pages of “%s” have each application once, in their order, from both ends', async (query, count) => {
  const whole = await list(`${query}&size=100`);
  expect([whole.count, whole.rows.length]).toEqual([count, count]);
  const newest = whole.rows.toSorted(
    (a, b) => b.entered_at.localeCompare(a.entered_at) || Number(BigInt(b.id) - BigInt(a.id)),
  );
  expect(whole.rows).toEqual(newest);
  for (const [sort, all] of [
    ['-entered_at', newest],
    ['entered_at', newest.toReversed()],
  ] as const) {
    const pages: ApplicationRow[] = [];
    for (let page = 1; page <= 5; page += 1)
      pages.push(...(await list(`${query}&sort=${sort}&size=5&page=${page}`)).rows);
    expect(pages).toEqual(all);
  }
});

test('a change of state moves an application from one total to the other, folded or not', async () => {
  const { count } = await list('state=withdrawn');
  const lodged = await list('state=lodged');
  await it.db.updateTable('land_applications').set({ status: 'withdrawn' }).where('status', '=', 'lodged').execute();
  const moved = { rows: [], count: 0 };
  expect([await list('state=lodged'), (await list('state=withdrawn')).count]).toEqual([moved, count + lodged.count]);
  await foldTotals(it.db);
  expect([await list('state=lodged'), (await list('state=withdrawn')).count]).toEqual([moved, count + lodged.count]);
  expect((await list('')).count).toBe(24);
});
