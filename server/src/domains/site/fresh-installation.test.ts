import { PAYMENTS_OPEN_SOON } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEMO_COMPANY } from '../../../seeds/demo/company.ts';
import { setCompany } from '../../../test/builders/company.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../test/builders/land.ts';
import { textOfPdf } from '../../../test/builders/land-papers.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { nextPayer, type Prompts, startPrompts } from '../../../test/prompts/harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

let prompts: Prompts;
let it: Prompts['it'];
let admin: Person;
let other: Person;
beforeAll(async () => {
  prompts = await startPrompts();
  it = prompts.it;
  [admin, other] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SuperAdmin')];
});
/** Nobody has entered anything of the company. */
beforeEach(async () => {
  await it.db.deleteFrom('settings').execute();
  prompts.later(5);
});
afterAll(() => prompts.close());

let keys = 0;
const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, by: Person | null, payload?: object) => {
  keys += 1;
  const headers = { ...by?.headers, ...(method === 'POST' && { 'idempotency-key': `fresh-${keys}-0123456789` }) };
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const setup = async (by: Person) => (await call('GET', '/dashboard', by)).body.setup;
const set = async (fields: object) => {
  const { versions } = (await call('GET', '/site/settings', admin)).body;
  return call('PATCH', '/site/settings', admin, { ...fields, versions });
};
const approveAll = async () => {
  const { waiting } = (await call('GET', '/site/settings', admin)).body;
  const answers = [];
  for (const { approval_id } of waiting) answers.push(await call('POST', `/approvals/${approval_id}/approve`, other));
  // Each server reads the settings anew within five seconds.
  prompts.later(5);
  return answers;
};
const claim = async () => call('POST', '/payments', null, submissionOf((await buildDriver(it)).driver));

test('a fresh installation shows no account, number or address of a company, and says that payments open soon', async () => {
  const { body } = await call('GET', '/site', null);
  expect(body).toMatchObject({ opens_soon: true, momo_merchants: [], momo_numbers: [], mobile_numbers: [] });
  expect(body).toMatchObject({ email: '', office_location: '', gps_address: '' });
  expect(JSON.stringify(body)).not.toMatch(/\d[\d ]{5,}|@/);
  const { rawPayload } = await it.app.inject('/documents/agreement.pdf');
  const agreement = await textOfPdf(rawPayload);
  expect(agreement).toContain('complaints go to Banbo Driver Safety.');
  expect(agreement).not.toMatch(/E-mail|Telephone|GPS address/);
});

test('nobody can send a payment or a prompt before the company has an account, and no text names one', async () => {
  const tenant = await buildCaller(it, 'Tenant');
  const { id: tenant_id } = await buildLandTenant(it, { account_id: tenant.id });
  const tenancy = await buildTenancy(it, { tenant_id, plot_id: (await buildPlot(it)).id });
  const rent = { payment_type: 'CC2000', amount: '120.00', tenancy_id: String(tenancy.id) };
  const refusals = [
    await claim(),
    await call('POST', '/payments/prompts', null, await prompts.request()),
    await call('POST', '/tenant/payments', tenant, { ...rent, transaction_id: '60000000001' }),
    await call('POST', '/tenant/prompts', tenant, { ...rent, payer_number: nextPayer() }),
  ];
  for (const { status, body } of refusals) expect([status, body.message]).toEqual([422, PAYMENTS_OPEN_SOON]);
  for (const page of ['/reminders/preview?age=current', '/rent_reminders/preview?age=this'])
    expect(await call('GET', page, admin)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('No reminder can go out yet') },
    });
  const answers = (await call('GET', '/texts', admin)).body.usual_answers;
  expect(answers.map(({ label }: { label: string }) => label)).not.toContain('Answer: how to pay');
  expect(JSON.stringify(answers)).toContain('call our office.');
});

test('the dashboard says what to enter, and payments open once another person approves the account', async () => {
  const clerk = await buildCaller(it, 'Accounts');
  const all = { missing: ['accounts', 'mobile_numbers', 'email', 'office_location'], waiting: [] };
  expect([await setup(admin), await setup(clerk)]).toEqual([all, all]);
  const { momo_numbers, mobile_numbers, email, office_location } = DEMO_COMPANY;
  expect((await set({ momo_numbers, mobile_numbers, email })).status).toBe(200);
  expect(await setup(clerk)).toEqual({
    missing: ['office_location'],
    waiting: ['accounts', 'mobile_numbers', 'email'],
  });
  prompts.later(5);
  expect((await claim()).status).toBe(422);
  await approveAll();
  expect([await setup(admin), await setup(clerk)]).toEqual([{ missing: ['office_location'], waiting: [] }, undefined]);
  expect((await claim()).status).toBe(201);
  expect((await call('GET', '/site', null)).body).toMatchObject({ momo_numbers, email });
  await set({ office_location });
  expect(await setup(admin)).toBeUndefined();
});

test('the last account is never taken away, at once or one after the other', async () => {
  await setCompany(it.db);
  const { status, body } = await set({ momo_merchants: [], momo_numbers: [] });
  expect([status, body.issues]).toEqual([
    400,
    [{ path: 'body.momo_numbers', message: expect.stringMatching(/^Keep at least one account/) }],
  ]);
  await set({ momo_merchants: [] });
  await set({ momo_numbers: [] });
  const [, second] = await approveAll();
  expect(second?.body.message).toContain('Keep at least one account');
  expect((await call('GET', '/site/settings', admin)).body.settings.momo_numbers).toEqual(DEMO_COMPANY.momo_numbers);
});
