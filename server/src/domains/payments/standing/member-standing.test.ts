import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

let serial = 80_000_000_000;

type Member = Awaited<ReturnType<typeof member>>;

const member = async (plan: 'monthly' | 'standard' | 'platinum' = 'monthly') => {
  const driver = await buildMember(it, { plan });
  const { car_number, driver_code } = driver;
  const signedIn = () => signIn(it, 'member_login', { car_number, driver_code });
  return { driver, signedIn };
};

const pay = ({ driver }: Member, fee: object, amount: string, status: 'submitted' | 'cleared' | 'rejected') => {
  serial += 1;
  const { car_number, driver_code } = driver;
  const submission = { car_number, driver_code, payment_type: 'RF', amount, transaction_id: String(serial), ...fee };
  return buildPayment(it, submission, status);
};

const get = async (url: string, headers: Record<string, string>) =>
  (await it.app.inject({ url: `/api${url}`, headers })).json();

test('a member sees name, driver code, car, what was paid and what is due up to this month, whatever waits for it', async () => {
  const one = await member();
  await pay(one, {}, '200.00', 'cleared');
  await pay(one, { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' }, '300.00', 'submitted');
  await pay(one, { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' }, '10.00', 'submitted');
  await pay(one, { payment_type: 'DP' }, '1500.00', 'rejected');
  it.clock.now = new Date('2027-01-03T09:00:00Z');
  const standing = await get('/member/standing', await one.signedIn());
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  const { account_id: user, driver_code, car_number } = one.driver;
  expect(standing).toMatchObject({ user, driver_code, car_number, paid: '200.00', waiting: '310.00' });
  const due = standing.due.map((fee: Record<string, unknown>) => [
    fee.payment_type,
    fee.payment_year,
    fee.payment_month,
    fee.amount,
    fee.waiting,
  ]);
  expect(due).toEqual([
    ['DP', null, null, '1500.00', '0.00'],
    ['SS', 2026, 'NOVEMBER', '300.00', '310.00'],
    ['SS', 2026, 'DECEMBER', '300.00', '0.00'],
    ['SS', 2027, 'JANUARY', '300.00', '0.00'],
  ]);
  expect(standing.due_total).toBe('2400.00');
});

test('what is owed is what the payment is compared with: the price of the year it is paid in', async () => {
  const one = await member();
  await it.db
    .updateTable('payment_list')
    .set({ amount: '250.00' })
    .where('year', '=', 2027)
    .where('type_code', '=', 'RF')
    .execute();
  it.clock.now = new Date('2027-02-01T09:00:00Z');
  const standing = await get('/member/standing', await one.signedIn());
  const owed = standing.due.find(({ payment_type }: { payment_type: string }) => payment_type === 'RF');
  const id = await pay(one, {}, owed.amount, 'submitted');
  const paid = await it.db.selectFrom('payments').select('amount_due').where('id', '=', id).executeTakeFirstOrThrow();
  expect([owed.amount, paid.amount_due]).toEqual(['250.00', '250.00']);
  it.clock.now = new Date('2026-11-20T10:00:00Z');
});

test('a member who has paid nothing owes everything asked for since registering', async () => {
  const one = await member();
  const standing = await get('/member/standing', await one.signedIn());
  expect(standing).toMatchObject({ paid: '0.00', waiting: '0.00', due_total: '2000.00' });
  expect(standing.due.map(({ payment_type }: { payment_type: string }) => payment_type)).toEqual(['RF', 'DP', 'SS']);
});

test.each([
  ['standard', '800.00'],
  ['platinum', '1200.00'],
] as const)('a month on the plan %s is due at %s, which the payment is compared with too', async (plan, amount) => {
  const one = await member(plan);
  const { due, plans, first_month } = await get('/member/standing', await one.signedIn());
  expect(due.at(-1)).toMatchObject({ payment_type: 'SS', payment_month: 'NOVEMBER', amount });
  expect({ plans, first_month }).toEqual({ plans: [{ plan, from: '2026-11' }], first_month: '2026-11' });
  await pay(one, {}, '200.00', 'cleared');
  const month = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  const id = await pay(one, month, amount, 'submitted');
  const paid = await it.db.selectFrom('payments').select('amount_due').where('id', '=', id).executeTakeFirstOrThrow();
  expect(paid.amount_due).toBe(amount);
});

test('a year without prices is named, so that nobody reads it as nothing due', async () => {
  const one = await member();
  it.clock.now = new Date('2028-01-03T09:00:00Z');
  const standing = await get('/member/standing', await one.signedIn());
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  expect(standing.unpriced_years).toEqual([2028]);
  expect((await get('/member/standing', await one.signedIn())).unpriced_years).toEqual([]);
});

test('a gap in the price of one plan leaves the debt of a driver on another as it is, and names no year of theirs', async () => {
  const [listed, planned] = [await member(), await member('standard')];
  await it.db.deleteFrom('payment_list').where('year', '=', 2026).where('plan', '=', 'monthly').execute();
  expect(await get('/member/standing', await planned.signedIn())).toMatchObject({
    due_total: '2500.00',
    unpriced_years: [],
  });
  expect(await get('/member/standing', await listed.signedIn())).toMatchObject({
    due_total: '1700.00',
    unpriced_years: [2026],
  });
  await it.db
    .insertInto('payment_list')
    .values({ year: 2026, type_code: 'SS', plan: 'monthly', amount: '300.00' })
    .execute();
});

test('a member sees their own payments and nobody else’s, whatever id is asked for', async () => {
  const [one, other] = [await member(), await member()];
  await pay(one, {}, '200.00', 'rejected');
  await pay(one, {}, '250.00', 'cleared');
  const hidden = await pay(other, {}, '200.00', 'cleared');
  const headers = await one.signedIn();
  const own = await get('/member/payments', headers);
  expect(own.map(({ amount_paid, status }: Record<string, string>) => [amount_paid, status])).toEqual([
    ['250.00', 'cleared'],
    ['200.00', 'rejected'],
  ]);
  for (const query of [`user=${other.driver.account_id}`, `driver_id=${other.driver.id}`, `id=${hidden}`]) {
    expect(await get(`/member/payments?${query}`, headers)).toMatchObject({ code: 'invalid_input' });
    expect(await get(`/member/standing?${query}`, headers)).toMatchObject({ code: 'invalid_input' });
  }
  expect(await get(`/member/payments?page=2&size=1`, headers)).toHaveLength(1);
  expect(await get(`/drivers/${other.driver.id}`, headers)).toMatchObject({ code: 'not_permitted' });
});
