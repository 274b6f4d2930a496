import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildZone } from '../../../../test/builders/land.ts';
import { boundaryOf } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { type BoundedPlot, overlapRemark } from '../imports/overlaps-of-lines.ts';
import { polygonText } from './plot-shapes.repo.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

let key = 0;
const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
  key += 1;
  const call = { method, url: `/api${path}`, headers: { ...headers, 'idempotency-key': `combs-${key}-0123456789` } };
  const response = await it.app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

/** A comb of 1,000 corners in metres of the plans, with its teeth upwards or to the side. */
const comb = (isTurned: boolean, teeth = 249): [number, number][] => {
  const width = 400 / teeth;
  const teethOf = Array.from({ length: teeth }, (_, n) => n * width).flatMap((at) => [
    ...[at, at + width / 2].map((x) => [x, 400]),
    ...[at + width / 2, at + width].map((x) => [x, 10]),
  ]);
  return [...teethOf, [400, 0], [0, 0]].map(([x = 0, y = 0]) =>
    isTurned ? [364_346 + y, 103_339 + x] : [364_346 + x, 103_339 + y],
  );
};
const planOf = (metres: readonly [number, number][]) => ({
  plan_text: metres.map(([x, y], n) => `P${n} ${x.toFixed(2)} ${y.toFixed(2)}`).join('\n'),
  ...{ grid: 'ghana_metres', order: 'east_north' },
});

test('a boundary that crosses another like two combs is refused; stored ones open, and no slip is clear', async () => {
  const zone = await buildZone(it);
  const facts = { zone_id: zone.id, land_use: 'agricultural', owner_kind: 'stool', owner_name: 'Nungua' };
  const add = (plot_number: string, boundary: object) =>
    send('POST', '/plots', { ...facts, plot_number, boundary, accepts_overlap: true });
  const first = await add('FIRST', planOf(comb(false)));
  expect(first.status).toBe(201);
  const turned = planOf(comb(true));
  for (const answer of [await send('POST', '/boundary_readings', turned), await add('SECOND', turned)]) {
    expect(answer).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: 'body.boundary', message: expect.stringMatching(/^This boundary crosses that of Plot FIRST, /) },
        ],
      },
    });
  }

  // A version before stored both.
  const second = await add('SECOND', boundaryOf(5_000, 0));
  await sql`UPDATE plots SET shape = ${polygonText(comb(true))}::polygon WHERE id = ${second.body.id}`.execute(it.db);
  const { status, body } = await send('GET', `/plots/${first.body.id}`);
  expect(status).toBe(200);
  expect(body.overlaps).toMatchObject([{ id: second.body.id, shared_sqm: null, pieces: [] }]);
  const slip = await send('POST', `/plots/${first.body.id}/slips`, {});
  expect(slip.body.finding).toEqual({
    is_clear: false,
    lines: [expect.stringMatching(/^Its boundary crosses that of Plot SECOND, Zone \d+ too often to be measured\.$/)],
  });
});

test('a line of a register among 30 combs measures what it may, and names the others', async () => {
  const near = Array.from({ length: 30 }, (_, n): BoundedPlot => {
    return { zone: 'NUNGUA', block: '', plot_number: `C${n}`, metres: comb(true, n === 0 ? 20 : 249) };
  });
  expect(await overlapRemark(comb(false, 20), near)).toMatch(
    /^Overlaps Plot C0, NUNGUA by [\d,.]+ m²; Plot C1, NUNGUA, which it crosses too often to be measured; .*; and 7 more\.$/,
  );
});
