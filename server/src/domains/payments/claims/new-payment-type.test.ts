import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const STICKER = { type_code: 'ST', description: 'SAFETY STICKER', period: 'once', required_type: 'RF' } as const;
const RADIO = { type_code: 'RA', description: 'RADIO LINK', period: 'monthly', required_type: 'ST' } as const;
const DECEMBER = { payment_type: 'RA', payment_year: 2026, payment_month: 'DECEMBER', amount: '40.00' };

let it: TestApp;
let driver: Awaited<ReturnType<typeof buildMember>>;

/** Two types that no code knows, added as staff's screen adds them: a row each, and its prices. */
beforeAll(async () => {
  it = await startApp();
  driver = await buildMember(it);
  for (const [type, amount] of [[STICKER, '75.00'] as const, [RADIO, '40.00'] as const]) {
    await it.db
      .insertInto('payment_types')
      .values({ ...type, side: 'both', due_from: '2026-12-01' })
      .execute();
    const prices = [2026, 2027].map((year) => ({ year, type_code: type.type_code, plan: null, amount }));
    await it.db.insertInto('payment_list').values(prices).execute();
  }
  it.clock.now = new Date('2027-01-20T10:00:00Z');
});
afterAll(() => it.close());

const submit = (given: Parameters<typeof submissionOf>[1]) =>
  it.app.inject({ method: 'POST', url: '/api/payments', payload: submissionOf(driver, given) });

test('a new type is offered with its rules', async () => {
  const offered = (await it.app.inject('/api/payment_types?side=drivers')).json();
  expect(offered.slice(3)).toMatchObject([STICKER, RADIO]);
});

test('each is refused until the type that it requires is claimed', async () => {
  const refused = await submit({ payment_type: 'ST', amount: '75.00' });
  expect(refused.json()).toMatchObject({ message: 'Please pay the registration fee before the safety sticker.' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  expect((await submit(DECEMBER)).json()).toMatchObject({
    message: 'Please pay the safety sticker before the radio link.',
  });
  expect((await submit({ payment_type: 'ST', amount: '75.00' })).statusCode).toBe(201);
  expect((await submit(DECEMBER)).statusCode).toBe(201);
});

test('the month is wanted of the monthly one alone', async () => {
  expect((await submit({ payment_type: 'RA' })).json()).toMatchObject({ message: 'Please select the payment year.' });
  expect((await submit({ ...DECEMBER, payment_type: 'ST' })).json()).toMatchObject({
    message: 'The safety sticker is not paid for a year and month.',
  });
});

test.each([
  ['once', { payment_type: 'ST', amount: '75.00' }, 'The safety sticker of this driver was already paid.'],
  ['monthly', DECEMBER, 'The radio link for December 2026 of this driver was already paid.'],
])('of several claims of a type that is paid %s one is cleared, and then it is refused', async (_, fee, message) => {
  const [one, other] = [
    await buildPayment(it, submissionOf(driver, fee)),
    await buildPayment(it, submissionOf(driver, fee)),
  ];
  await changePayment(it, one, 'clear');
  await expect(changePayment(it, other, 'clear')).rejects.toMatchObject({ code: 'already_paid' });
  expect((await submit(fee)).json()).toMatchObject({ code: 'already_paid', message });
});

test('they are listed with their totals', async () => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const listed = await it.app.inject({ url: '/api/payments?payment_type=RA&status=cleared', headers });
  expect(listed.json()).toMatchObject([{ payment_type: 'RA', payment_year: 2026, payment_month: 'DECEMBER' }]);
  expect(listed.headers['x-total-amount']).toBe('40.00');
});

test('a member owes them from the day on which they began to be due', async () => {
  const { car_number, driver_code } = driver;
  const headers = await signIn(it, 'member_login', { car_number, driver_code });
  const standing = (await it.app.inject({ url: '/api/member/standing', headers })).json();
  const owed = standing.due.map(({ payment_type, payment_month, amount, description }: Record<string, string>) => [
    payment_type,
    payment_month,
    ...(payment_type === 'RA' ? [amount, description] : []),
  ]);
  expect(owed).toEqual([
    ['DP', null],
    ['SS', 'NOVEMBER'],
    ['SS', 'DECEMBER'],
    ['SS', 'JANUARY'],
    ['RA', 'JANUARY', '40.00', 'RADIO LINK'],
  ]);
  expect(standing.unpriced_years).toEqual([]);
});

const setPeriod = (type_code: string, period: 'once' | 'monthly' | 'any') =>
  it.db.updateTable('payment_types').set({ period }).where('type_code', '=', type_code).execute();

test('the period of a type changes with its payments, and only as far as they fit', async () => {
  await expect(setPeriod('RA', 'any')).rejects.toThrow('payments_month_of_monthly');
  await expect(setPeriod('ST', 'monthly')).rejects.toThrow('payments_month_of_monthly');
  await setPeriod('ST', 'any');
  await buildPayment(it, submissionOf(driver, { payment_type: 'ST', amount: '75.00' }), 'cleared');
  await expect(setPeriod('ST', 'once')).rejects.toThrow('payments_cleared_once');
});
