import { type LeaseRule, listLeaseRules, ROLES } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Headers = Record<string, string>;

let it: TestApp;
let admin: Headers;
beforeAll(async () => {
  it = await startApp();
  admin = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'PATCH', payload?: object, headers = admin) => {
  const response = await it.app.inject({ method, url: '/api/lease_rules', headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const yearsOf = async (is_citizen: boolean, land_use: LeaseRule['land_use']): Promise<number | undefined> => {
  const rules: LeaseRule[] = (await call('GET')).body;
  return rules.find((rule) => rule.is_citizen === is_citizen && rule.land_use === land_use)?.max_years;
};

test('each use has a longest term for citizens and one for non-citizens', async () => {
  const { body } = await call('GET');
  expect(listLeaseRules.schema.response[200].parse(body)).toHaveLength(12);
  expect([await yearsOf(true, 'residential'), await yearsOf(false, 'residential')]).toEqual([99, 50]);
});

test('a changed term is in the audit log with the years before and after', async () => {
  const rule = { is_citizen: true, land_use: 'commercial', max_years: 60, former_years: 50 };
  expect(await call('PATCH', rule)).toMatchObject({
    ...{ status: 200, body: { message: 'Commercial, citizens: the longest term is 60 years.' } },
  });
  expect(await yearsOf(true, 'commercial')).toBe(60);
  const log = it.db.selectFrom('audit_log').select(['subject', 'before', 'after']);
  expect(await log.where('action', '=', 'lease_rules.change').execute()).toEqual([
    { subject: 'Commercial, citizens', before: { years: 50 }, after: { years: 60 } },
  ]);
});

test('a non-citizen’s term above fifty years is refused, also by the database', async () => {
  const rule = { is_citizen: false, land_use: 'residential', max_years: 51, former_years: 50 };
  const { status, body } = await call('PATCH', rule);
  expect([status, body.issues[0]]).toEqual([
    400,
    {
      path: 'body.max_years',
      message: 'A non-citizen’s lease has at most 50 years (Constitution, Article 266 (4)).',
    },
  ]);
  const stored = it.db.updateTable('lease_rules').set({ max_years: 51 }).where('is_citizen', '=', false).execute();
  await expect(stored).rejects.toThrow('lease_rules_check');
});

test.each([0, 100, 999, 12.5, '50'])('a longest term of %s years is refused', async (max_years) => {
  const rule = { is_citizen: true, land_use: 'civic', max_years, former_years: 50 };
  expect((await call('PATCH', rule)).status).toBe(400);
  expect(await yearsOf(true, 'civic')).toBe(50);
});

test('of two who change one term at once one is told what it is now', async () => {
  const other = (await buildCaller(it, 'SuperAdmin')).headers;
  const rule = { is_citizen: true, land_use: 'mixed', former_years: 50 };
  const both = await Promise.all([
    call('PATCH', { ...rule, max_years: 70 }),
    call('PATCH', { ...rule, max_years: 80 }, other),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const years = await yearsOf(true, 'mixed');
  const late = both.find(({ status }) => status === 409);
  expect(late?.body.issues[0].message).toBe(`Changed meanwhile. It is now ${years} years.`);
});

test('land.setup alone changes terms, and land.read shows them', async () => {
  const rule = { is_citizen: true, land_use: 'industrial', max_years: 40, former_years: 50 };
  const answers: Record<string, [number, number]> = {};
  for (const role of ROLES) {
    const { headers } = await buildCaller(it, role);
    answers[role] = [(await call('GET', undefined, headers)).status, (await call('PATCH', rule, headers)).status];
  }
  expect(answers).toMatchObject({
    ...{ SuperAdmin: [200, 200], SystemAdmin: [200, 200], Legal: [200, 403], Operations: [200, 403] },
    ...{ SystemUser: [403, 403], Auditor: [403, 403], Member: [403, 403], Tenant: [403, 403] },
  });
});
