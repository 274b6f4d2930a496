import type { PaymentSubmission } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nextCarNumber, sendCar } from '../builders/cars.ts';
import { buildCaller, buildMember, signIn } from '../builders/identity.ts';
import { buildPayment } from '../builders/payments.ts';
import { nextTransactionId, type Payer, submissionOf, subscriptionOf } from '../builders/submissions.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let victim: Awaited<ReturnType<typeof buildMember>>;

beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  victim = await buildMember(it, { plan: 'monthly' });
});
afterAll(() => it.close());

let addresses = 0;
/** Another sender's address. */
const newAddress = (): string => {
  addresses += 1;
  return `10.8.${addresses >> 8}.${addresses & 255}`;
};

const post = (payload: PaymentSubmission, remoteAddress: string, headers: Record<string, string> = {}) =>
  it.app.inject({ method: 'POST', url: '/api/payments', payload, remoteAddress, headers });

/** A stranger's whole knowledge: the plate in the street, and the public look-up's answer to it. */
const lookedUp = async (): Promise<{ car_number: string; driver_code: string }> => {
  const payload = { car_number: victim.car_number };
  const answer = await it.app.inject({
    method: 'POST',
    url: '/api/drivers/find_driver_by_car_number',
    payload,
    remoteAddress: newAddress(),
  });
  return { ...payload, driver_code: answer.json().driver.driver_code };
};

/** A stranger's claims for the plate: registration fee, device and this month, at the maximum. */
const claimAll = async (): Promise<void> => {
  const seen = await lookedUp();
  const address = newAddress();
  const amount = '100000.00';
  for (const claim of [
    submissionOf(seen, { amount }),
    submissionOf(seen, { payment_type: 'DP', amount }),
    subscriptionOf(seen, 2026, 'NOVEMBER', { amount }),
  ]) {
    expect((await post(claim, address)).statusCode).toBe(201);
  }
};

const signedIn = () => signIn(it, 'member_login', { car_number: victim.car_number, driver_code: victim.driver_code });
const standing = async () => (await it.app.inject({ url: '/api/member/standing', headers: await signedIn() })).json();

const listTotals = async (query: string) => {
  const { headers } = await buildCaller(it, 'SuperUser');
  const { headers: told } = await it.app.inject({ url: `/api/payments?${query}`, headers });
  return { total: String(told['x-total-amount']), waiting: String(told['x-waiting-amount']) };
};

test('a stranger’s claims refuse none of the driver’s own', async () => {
  await claimAll();
  for (const payment_type of ['DP', 'SS']) {
    const payload = { car_number: victim.car_number, driver_code: victim.driver_code, payment_type };
    const asked = await it.app.inject({ method: 'POST', url: '/api/fee_payment/check_fee_payment', payload });
    expect(asked.statusCode).toBe(200);
  }
  for (const own of [
    submissionOf(victim),
    submissionOf(victim, { payment_type: 'DP', amount: '1500.00' }),
    subscriptionOf(victim, 2026, 'NOVEMBER'),
  ]) {
    expect((await post(own, newAddress())).json()).toMatchObject({ success: true });
  }
});

test('a stranger’s claims lower nothing that the driver owes, and stand beside it', async () => {
  const before = await standing();
  await claimAll();
  const after = await standing();
  expect(before).toMatchObject({ paid: '0.00', waiting: '0.00', due_total: '2000.00' });
  expect(after).toMatchObject({ paid: '0.00', waiting: '300000.00', due_total: '2000.00' });
  expect(after.due.map((fee: { amount: string; waiting: string }) => [fee.amount, fee.waiting])).toEqual([
    ['200.00', '100000.00'],
    ['1500.00', '100000.00'],
    ['300.00', '100000.00'],
  ]);
});

test('a stranger’s claims raise no total but that of what waits: money counts once it is cleared', async () => {
  await buildPayment(it, submissionOf(victim), 'cleared');
  const lists = ['', 'payment_type=RF', 'payment_type=SS', 'payment_type=DP', 'status=cleared', 'page=999'];
  const before = await Promise.all(lists.map(listTotals));
  victim = await buildMember(it, { plan: 'monthly' });
  await claimAll();
  const after = await Promise.all(lists.map(listTotals));
  expect(after.map(({ total }) => total)).toEqual(before.map(({ total }) => total));
  const raised = after.map(({ waiting }, n) => Number(waiting) - Number(before[n]?.waiting));
  expect(raised).toEqual([300_000, 100_000, 100_000, 100_000, 0, 300_000]);
  const { total, waiting } = await listTotals('status=submitted');
  expect(total, 'asked for by its name, what waits is the list’s money').toBe(waiting);
});

test('of a hundred claims for one month that are cleared at once, exactly one is', async () => {
  await buildPayment(it, submissionOf(victim), 'cleared');
  const ids: string[] = [];
  for (let n = 0; n < 100; n += 1) ids.push(await buildPayment(it, subscriptionOf(victim, 2026, 'NOVEMBER')));
  const clear = (id: string) => it.db.updateTable('payments').set({ status: 'cleared' }).where('id', '=', id).execute();
  const settled = await Promise.allSettled(ids.map(clear));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const own = await post(subscriptionOf(victim, 2026, 'NOVEMBER'), newAddress());
  expect(own.json()).toMatchObject({
    code: 'already_paid',
    message: 'The monthly subscription for November 2026 of this driver was already paid.',
  });
});

test('one address sends 20 claims of a car a day, and the driver’s own still come in', async () => {
  const seen = await lookedUp();
  const address = newAddress();
  const answers: number[] = [];
  for (let n = 0; n < 25; n += 1) answers.push((await post(submissionOf(seen), address)).statusCode);
  expect(answers).toEqual([...Array(20).fill(201), ...Array(5).fill(429)]);
  const full = await post(submissionOf(seen), address);
  expect(full.json()).toMatchObject({
    message: 'Too many payments were sent today. Please sign in and send it again, or contact us.',
  });
  expect(Number(full.headers['retry-after'])).toBe(14 * 3600);
  expect((await post(submissionOf(victim), newAddress())).statusCode).toBe(201);
  it.clock.now = new Date('2026-11-21T00:00:00Z');
  const tomorrow = await post(submissionOf(seen), address);
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  expect(tomorrow.statusCode).toBe(201);
});

test('many addresses send 60 claims of a car a day, and its signed-in driver and staff come through', async () => {
  const seen = await lookedUp();
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(submissionOf(seen), newAddress())));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(60);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40);
  const staff = await buildCaller(it, 'SuperAdmin');
  const other = await buildCaller(it, 'Member');
  expect((await post(submissionOf(victim), newAddress(), await signedIn())).statusCode).toBe(201);
  expect((await post(submissionOf(victim), newAddress(), staff.headers)).statusCode).toBe(201);
  expect((await post(submissionOf(victim), newAddress(), other.headers)).statusCode).toBe(429);
});

test('a signed-in member sends 20 claims of a car a day, whatever strangers sent, and 60 with those for others', async () => {
  const headers = await signedIn();
  const staff = await buildCaller(it, 'SuperAdmin');
  // Cars of one person have each their own count.
  const car_number = nextCarNumber();
  const second = await sendCar(it, staff.headers, victim.id, { car_number });
  expect(second.status).toBe(201);
  const cars: Payer[] = [victim, { car_number, driver_code: second.body.driver.driver_code }];
  let minutes = 0;
  const statuses = async (payer: Payer, count: number) => {
    // Within the limit of a minute.
    if (count > 1) it.clock.now = new Date(Date.parse('2026-11-20T10:00:00Z') + ++minutes * 60_000);
    const answers = await Promise.all(
      Array.from({ length: count }, () => post(submissionOf(payer), newAddress(), headers)),
    );
    const refused = answers.find(({ statusCode }) => statusCode === 429)?.json().message;
    return { sent: answers.filter(({ statusCode }) => statusCode === 201).length, refused };
  };
  for (const car of cars) {
    expect(await statuses(car, 25)).toEqual({
      sent: 20,
      refused:
        'You have sent 20 payments for this car today, the most allowed in a day. Please send the next one tomorrow, or contact us.',
    });
  }
  // Others' cars count as a stranger's claims do, and all of them for the account.
  const others = await Promise.all(Array.from({ length: 25 }, () => buildMember(it)));
  let sent = 0;
  let message = '';
  for (const other of others) {
    const answer = await statuses(other, 1);
    sent += answer.sent;
    message = answer.refused ?? message;
  }
  expect([sent, message]).toEqual([
    20,
    'You have sent 60 payments today, the most allowed in a day. Please send the next one tomorrow, or contact us.',
  ]);
  const reserved = it.db.selectFrom('payments').select((eb) => eb.fn.countAll<string>().as('count'));
  const ids = [victim.id, ...others.map(({ id }) => id)];
  expect(Number((await reserved.where('driver_id', 'in', ids).executeTakeFirstOrThrow()).count)).toBe(40);
  it.clock.now = new Date('2026-11-21T00:00:00Z');
  const tomorrow = await post(submissionOf(victim), newAddress(), await signedIn());
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  expect(tomorrow.statusCode).toBe(201);
});

test('what is refused uses nothing of a car’s day up, nor does a retry that gets its kept answer', async () => {
  const address = newAddress();
  const taken = nextTransactionId();
  await buildPayment(it, submissionOf(await buildMember(it), { transaction_id: taken }));
  for (let n = 0; n < 10; n += 1) await post(submissionOf(victim, { transaction_id: taken }), address);
  const claims = Array.from({ length: 20 }, (_, n) => ({
    body: submissionOf(victim),
    key: { 'idempotency-key': `claims-of-one-thumb-${n}` },
  }));
  for (const { body, key } of claims) expect((await post(body, address, key)).statusCode).toBe(201);
  // The day's limit is used up, and answers that may have been lost are still given again.
  for (const { body, key } of claims.slice(0, 5)) expect((await post(body, address, key)).statusCode).toBe(201);
  expect((await post(submissionOf(victim), address)).statusCode).toBe(429);
});

test('one address sends 500 claims a day, whatever their cars', async () => {
  const address = newAddress();
  const next = async () => (await post(submissionOf(await buildMember(it)), address)).statusCode;
  const counts = it.db.updateTable('limit_counts').where('name', '=', 'POST /payments by address in 86400 s');
  await it.db.deleteFrom('limit_counts').execute();
  expect(await next()).toBe(201);
  // As after 499 claims; making them would take minutes because of the limit by minute.
  await counts.set({ count: 499 }).execute();
  expect([await next(), await next()]).toEqual([201, 429]);
});

test('a claim that is refused counts for its address, so that nobody finds driver codes by trying them', async () => {
  const address = newAddress();
  const claim = submissionOf(await buildMember(it));
  const guess = async () => (await post({ ...claim, driver_code: 'DRV999999X' }, address)).statusCode;
  expect(await guess()).toBe(422);
  const counts = it.db.updateTable('limit_counts').where('name', '=', 'POST /payments by address in 86400 s');
  await counts.set({ count: 499 }).execute();
  expect([await guess(), await guess(), (await post(claim, address)).statusCode]).toEqual([422, 429, 429]);
});

test('a word out of a pasted message is no transaction ID, and the whole message gives its own', async () => {
  const message =
    'Payment made for GHS 200.00 to BANBO. Reference: AS 2567-12. Transaction ID: 87425747421. Fee charged: GHS 0';
  const word = await post(submissionOf(victim, { transaction_id: 'TRANSACTION' }), newAddress());
  expect([word.statusCode, word.json().issues[0].path]).toEqual([400, 'body.transaction_id']);
  expect((await post(submissionOf(victim, { transaction_id: message }), newAddress())).statusCode).toBe(201);
  const stored = it.db.selectFrom('payments').select('transaction_id').where('driver_id', '=', victim.id);
  expect(await stored.execute()).toEqual([{ transaction_id: '87425747421' }]);
  const insert = stored.executeTakeFirst().then(() =>
    it.db
      .insertInto('payments')
      .values({
        driver_id: victim.id,
        type_code: 'RF',
        period: 'once',
        payment_year: null,
        payment_month: null,
        amount_due: null,
        amount: '200.00',
        transaction_id: 'TRANSACTION',
        transaction_date: '2026-11-20',
        created_at: it.clock.now,
      })
      .execute(),
  );
  await expect(insert).rejects.toThrow('payments_transaction_id_digit');
});
