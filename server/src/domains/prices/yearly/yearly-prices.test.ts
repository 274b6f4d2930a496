import { MAX_PAYMENT_AMOUNT, MAX_PRICE, type NewYearlyPrice } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { getList } from '../../../../test/list.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperUser'));
});
beforeEach(async () => {
  await it.db.deleteFrom('payment_list').where('year', '>', 2027).execute();
});
afterAll(() => it.close());

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, as = headers) => {
  const url = `/api/payment_list${path}`;
  const response = await it.app.inject({ method, url, headers: as, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

const RF_2028 = { year: 2028, type_code: 'RF', amount: '220.00' } as const;
const add = (given: Partial<Record<keyof NewYearlyPrice, unknown>> = {}) => send('POST', '', { ...RF_2028, ...given });
const copyTo = (year: unknown) => send('POST', '/previous_payment_list', { year });

const auditOf = async (id: string) => {
  const { headers: reader } = await buildCaller(it, 'SuperAdmin');
  const url = `/api/audit?subject_kind=yearly%20price&subject_id=${id}`;
  return (await it.app.inject({ url, headers: reader })).json();
};

test('a price that is added is in the list, with its type’s description, and in the audit log', async () => {
  const { status, body } = await add({ type_code: 'rf', description: 'registration fee' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: true,
    message: 'REGISTRATION FEE costs GHS 220.00 in 2028.',
    entry: { ...RF_2028, description: 'REGISTRATION FEE', plan: null },
  });
  expect((await getList(it, '/payment_list?year=2028')).rows).toEqual([body.entry]);
  expect((await send('GET', `/${body.entry.id}`)).body).toEqual({ ...body.entry, in_use: false, waiting: null });
  expect(await auditOf(body.entry.id)).toMatchObject([
    { action: 'prices.add', subject: '2028 REGISTRATION FEE', before: null, after: { year: 2028, amount: '220.00' } },
  ]);
});

test('the form’s copy of the description is not trusted', async () => {
  expect((await add({ description: 'FREE' })).body.entry.description).toBe('REGISTRATION FEE');
});

test('each plan of a type that is priced by plan has a price; left out, the plan is Monthly Subscription', async () => {
  const platinum = await add({ type_code: 'SS', plan: 'platinum', amount: '1300.00' });
  expect(platinum.body.message).toBe('MONTHLY SUBSCRIPTION (Platinum) costs GHS 1,300.00 in 2028.');
  expect((await add({ type_code: 'SS', amount: '320.00' })).body.entry.plan).toBe('monthly');
  expect(await add({ type_code: 'SS', plan: null })).toMatchObject({
    status: 400,
    body: { message: 'Please select the plan.', issues: [{ path: 'body.plan' }] },
  });
  expect(await add({ plan: 'standard' })).toMatchObject({
    status: 400,
    body: { message: 'This payment type has one price for all plans.', issues: [{ path: 'body.plan' }] },
  });
});

test('a second price of a year, type and plan is refused and says what the first one is', async () => {
  await add();
  const message = 'REGISTRATION FEE has a price for 2028 already: GHS 220.00.';
  expect(await add({ amount: '999.00' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', message, issues: [{ path: 'body.year', message }] },
  });
});

test('of ten clerks who add the same price at once one is answered that it was added, and the others what there is', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => add({ amount: `${210 + n}.00` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect((await getList(it, '/payment_list?year=2028')).count).toBe('1');
});

test.each([
  ['0', 'Give an amount with two decimals, like 300.00.'],
  ['0.00', 'The amount must be more than 0.00.'],
  ['-5.00', 'Give an amount with two decimals, like 300.00.'],
  ['300.555', 'Give an amount with two decimals, like 300.00.'],
  ['1e9', 'Give an amount with two decimals, like 300.00.'],
  ['NaN', 'Give an amount with two decimals, like 300.00.'],
  ['1,500.00', 'Give an amount with two decimals, like 300.00.'],
  ['', 'Give an amount with two decimals, like 300.00.'],
  ['1000000000.00', 'The amount is more than GHS 100,000.00. Please check it.'],
])('the amount %j is refused, of a new price and of one that is there', async (amount, message) => {
  const refused = { status: 400, body: { message, issues: [{ path: 'body.amount', message }] } };
  expect(await add({ amount })).toMatchObject(refused);
  const { entry } = (await add()).body;
  expect(await send('PATCH', `/${entry.id}`, { amount })).toMatchObject(refused);
});

test('no price is more than a payment takes', () => {
  expect(MAX_PRICE).toBe(MAX_PAYMENT_AMOUNT);
});

test('a year is one of twenty, from five before this one on', async () => {
  const refused = { status: 400, body: { message: 'Please select a year from 2021 to 2040.' } };
  for (const year of [2020, 2041]) {
    expect(await add({ year })).toMatchObject(refused);
    expect(await copyTo(year)).toMatchObject(refused);
  }
  for (const year of [2021, 2040]) {
    const { status, body } = await add({ year, type_code: 'DP', amount: '1500.00' });
    expect(status).toBe(201);
    await send('DELETE', `/${body.entry.id}`);
  }
  const { status, body } = await add({ year: '2028' });
  expect([status, body.entry.year]).toEqual([201, 2028]);
  await send('DELETE', `/${body.entry.id}`);
  for (const year of ['28', ' 2028', 2028.5, null, 1e9, undefined]) {
    expect(await add({ year })).toMatchObject({ status: 400, body: { message: 'Please select the year.' } });
  }
});

test('a type that is not chosen, or that there is not, is refused at its field', async () => {
  for (const type_code of ['', 'ZZ', undefined]) {
    expect(await add({ type_code })).toMatchObject({
      status: 400,
      body: { message: 'Please select payment type', issues: [{ path: 'body.type_code' }] },
    });
  }
});

test('‘same as previous year’ copies what the year lacks, keeps what it has, and says both', async () => {
  await add();
  const { status, body } = await copyTo('2028');
  expect(status).toBe(201);
  expect(body.message).toBe('4 prices of 2027 were copied to 2028. 1 price that 2028 had stayed as it was.');
  expect(body).toMatchObject({ kept: 1, missing: [] });
  expect(body.copied).toHaveLength(4);
  const { rows } = await getList(it, '/payment_list?year=2028');
  expect(rows).toHaveLength(5);
  expect(rows).toEqual(expect.arrayContaining(body.copied));
  expect(rows).toContainEqual(expect.objectContaining({ type_code: 'RF', amount: '220.00' }));
  expect(await auditOf(body.copied[0].id)).toMatchObject([{ action: 'prices.copy', after: { year: 2028 } }]);
  expect((await copyTo(2028)).body).toMatchObject({
    message: '2028 has every price that 2027 has, so nothing was copied.',
    copied: [],
    kept: 5,
  });
});

test('a copy names what neither year has a price for, plan by plan', async () => {
  await add({ type_code: 'SS', plan: 'standard', amount: '850.00' });
  const { body } = await copyTo(2029);
  expect(body.message).toContain(
    '1 price of 2028 was copied to 2029. Still without a price for 2029: REGISTRATION FEE',
  );
  expect(body.missing).toContain('MONTHLY SUBSCRIPTION (Monthly Subscription, Platinum)');
  expect(body.missing).toContain('DEVICE PAYMENT');
  expect(body.missing).not.toContain('SITE PLAN');
});

test('there is nothing to copy from a year without prices', async () => {
  expect(await copyTo(2030)).toMatchObject({
    status: 422,
    body: { code: 'refused', message: '2029 has no prices that could be copied.', issues: [{ path: 'body.year' }] },
  });
});

test('of five copies at once one copies, and no price is there twice', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => copyTo(2028)));
  expect(answers.map(({ body }) => body.copied.length).sort()).toEqual([0, 0, 0, 0, 5]);
  expect((await getList(it, '/payment_list?year=2028')).count).toBe('5');
});

test('a price that somebody deleted can be neither changed nor deleted nor shown', async () => {
  const { id } = (await add()).body.entry;
  expect((await send('DELETE', `/${id}`)).body).toEqual({
    status: true,
    message: 'The price of REGISTRATION FEE for 2028 is deleted.',
  });
  expect((await auditOf(id))[0]).toMatchObject({ action: 'prices.delete', before: { amount: '220.00' }, after: null });
  const gone = { status: 404, body: { message: 'There is no such yearly price.' } };
  expect(await send('PATCH', `/${id}`, { amount: '230.00' })).toMatchObject(gone);
  expect(await send('DELETE', `/${id}`)).toMatchObject(gone);
  expect(await send('GET', `/${id}`)).toMatchObject(gone);
});

test('an amount alone is changed, and one to the same is none', async () => {
  const { id } = (await add()).body.entry;
  expect((await send('PATCH', `/${id}`, { amount: '225.00', year: 2029 })).status).toBe(400);
  expect((await send('PATCH', `/${id}`, { amount: '225.00' })).body).toMatchObject({
    message: 'REGISTRATION FEE costs GHS 225.00 in 2028.',
    entry: { year: 2028, amount: '225.00' },
  });
  expect((await send('PATCH', `/${id}`, { amount: '225.00' })).body.message).toBe('The price stays as it is.');
  const [entry, ...earlier] = await auditOf(id);
  expect(entry).toMatchObject({ action: 'prices.change', before: { amount: '220.00' }, after: { amount: '225.00' } });
  expect(earlier).toHaveLength(1);
});

test('the admin group sets prices and nobody else', async () => {
  for (const role of ['Operations', 'Accounts', 'Legal', 'Member', 'Tenant'] as const) {
    const { headers: other } = await buildCaller(it, role);
    expect((await send('POST', '', RF_2028, other)).status).toBe(403);
    expect((await send('POST', '/previous_payment_list', { year: 2028 }, other)).status).toBe(403);
  }
  expect((await send('POST', '', RF_2028, {})).status).toBe(401);
});
