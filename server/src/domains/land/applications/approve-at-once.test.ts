import { EMPTY_TERMS } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildApplication, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const ROUNDS = process.env.LONG ? 100 : 8;

let it: TestApp;
let deciders: Record<string, string>[];
beforeAll(async () => {
  it = await startApp();
  deciders = [(await buildCaller(it, 'Legal')).headers, (await buildCaller(it, 'SuperUser')).headers];
});
afterAll(() => it.close());

const approve = async (id: string, headers: Record<string, string>) => {
  const { version } = await it.db
    .selectFrom('land_applications')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payload = { change: 'approve', version };
  const { statusCode } = await it.app.inject({
    method: 'POST',
    url: `/api/applications/${id}/decisions`,
    headers,
    payload,
  });
  return statusCode;
};

const approveBoth = async (ids: readonly string[]): Promise<number[]> => {
  const answers = await Promise.all(ids.map((id, n) => approve(id, deciders[n] ?? {})));
  return answers.sort();
};

test(`of two approvals for one plot at once one wins, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: plot_id } = await buildPlot(it);
    const ids = [await buildApplication(it, { plot_id }), await buildApplication(it, { plot_id })];
    expect(await approveBoth(ids)).toEqual([200, 409]);
    const held = it.db.selectFrom('tenancies').select('id').where('plot_id', '=', plot_id);
    expect(await held.execute()).toHaveLength(1);
  }
});

test(`of two transfers of one tenancy at once one wins, ${ROUNDS} times`, async () => {
  const terms = { ...EMPTY_TERMS, indenture_number: 'IN 5/2026' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, plot_id } = await buildTenancy(it);
    const transfer = { plot_id, kind: 'transfer', terms, ends_tenancy_id: id } as const;
    const ids = [await buildApplication(it, transfer), await buildApplication(it, transfer)];
    expect(await approveBoth(ids)).toEqual([200, 409]);
    const rows = await it.db.selectFrom('tenancies').select('held_until').where('plot_id', '=', plot_id).execute();
    expect(rows.filter(({ held_until }) => held_until === null)).toHaveLength(1);
    expect(rows).toHaveLength(2);
  }
});
