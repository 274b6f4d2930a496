import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../../../test/book-checks.ts';
import { buildCaller, shapeRole } from '../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../test/builders/land.ts';
import { nextTransactionId } from '../../../test/builders/submissions.ts';
import { PAYOUT, startRefunds, TO } from '../../../test/refunds/harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

let office: Awaited<ReturnType<typeof startRefunds>>;
/** Two accountants of the land side, and a clerk who receives. */
let [asker, other, clerk] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  office = await startRefunds();
  asker = await buildCaller(office.it, 'Accounts');
  other = await buildCaller(office.it, 'Accounts');
  clerk = await buildCaller(office.it, 'Legal');
});
afterAll(() => office.close());

const expectRightBooks = async () => expect((await checkBooks(office.it)).differences).toEqual([]);
const ask = (body: object, by = asker) => office.send('POST', '/land_refunds', { ...TO, ...body }, by);
const change = (id: string, body: object, by = other) => office.send('PATCH', `/land_refunds/${id}`, body, by);
const show = async (id: string, by = asker) => (await office.send('GET', `/land_refunds/${id}`, undefined, by)).body;

/** A receipt of ground rent and forms, 150.00 together. */
const received = async (given: object = { mode: 'momo', seen_in_account: true }) => {
  const tenant = await buildLandTenant(office.it);
  const plot = await buildPlot(office.it);
  const { id: tenancy_id } = await buildTenancy(office.it, { tenant_id: tenant.id, plot_id: plot.id });
  const payments = [
    { payment_type: 'CC2000', amount: '120.00', tenancy_id: String(tenancy_id) },
    { payment_type: 'CC5000', amount: '30.00', plot_id: plot.id },
  ];
  const transaction_id = nextTransactionId();
  const body = { transaction_id, amount: '150.00', tenant_id: tenant.id, payments, ...given };
  const answer = await office.send('POST', '/land_payments', body, clerk);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const [first, second] = answer.body.payment_ids as [string, string];
  const stored = office.it.db.selectFrom('payments').select('transfer_id').where('id', '=', first);
  const { transfer_id } = await stored.executeTakeFirstOrThrow();
  const [receipt] = answer.body.receipts as string[];
  return { tenant, first, second, transfer: transfer_id ?? '0', receipt, transaction_id: answer.body.transaction_id };
};
const statesOf = async (ids: readonly string[]) =>
  (await office.it.db.selectFrom('payments').select('status').where('id', 'in', ids).execute()).map(
    (one) => one.status,
  );
const approved = async (body: object): Promise<string> => {
  const { body: asked } = await ask(body);
  const answer = await office.approve(asked.approval_id, other);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return asked.refund_id;
};
const atOnce = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)));
const made = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length;

test('a receipt of land is given back whole by two people: its payments are reversed, and it is void', async () => {
  const { first, second, receipt, tenant } = await received();
  const found = await office.send('GET', `/land_refundable?from=payment&id=${second}`, undefined, asker);
  expect(found.body).toMatchObject({ most: '150.00', hindrance: null });
  // Any payment of the receipt stands for all of it.
  const asked = await ask({ from: 'payment', payment_id: second });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const { refund_id: id, approval_id } = asked.body;
  expect((await office.approve(approval_id, asker)).status).toBe(403);
  const before = await office.balances();
  const answer = await office.approve(approval_id, other);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(((await office.balances()).toPay ?? 0n) - (before.toPay ?? 0n)).toBe(-15_000n);
  expect(await statesOf([first, second])).toEqual(['reversed', 'reversed']);
  expect(await show(id)).toMatchObject({
    ...{ side: 'land', amount: '150.00', status: 'approved', fullname: 'GRACE ODONKOR', driver_code: null },
    ...{ payment_id: first, payout_hindrance: expect.stringContaining('You asked for this') },
  });
  const paid = await change(id, { ...PAYOUT, reference: 'LAND12345678' });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  const number = String(Number(receipt?.slice(1)));
  const { body } = await office.send('GET', `/land_receipts/${number}`, undefined, asker);
  expect(body).toMatchObject({
    ...{ status: 'void', void_reason: 'Money given back: Paid twice.', refund: { id, status: 'paid' } },
    lines: [{ amount: '120.00' }, { amount: '30.00' }],
  });
  const to = (
    await office.it.db.selectFrom('tenants').select('contact_number').where('id', '=', tenant.id).execute()
  )[0];
  const texts = office.it.db
    .selectFrom('outbox_messages')
    .select('body')
    .where('recipient', '=', to?.contact_number ?? '');
  expect((await texts.where('body', 'like', '%paid you back%').execute()).length).toBe(1);
  expect((await ask({ from: 'payment', payment_id: first })).body.message).toContain('cleared');
  await expectRightBooks();
});

test('of twenty who ask at once for one receipt, by any of its payments, one does; twenty approvals pay it once', async () => {
  const { first, second } = await received();
  const answers = await atOnce(20, (n) => ask({ from: 'payment', payment_id: n % 2 ? first : second }));
  expect(made(answers)).toBe(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  const { approval_id, refund_id } = answers.find(({ status }) => status === 201)?.body ?? {};
  const approvals = await atOnce(20, () => office.approve(approval_id, other));
  expect(made(approvals)).toBe(1);
  const payouts = await atOnce(20, (n) => change(refund_id, { ...PAYOUT, reference: `TWENTY${n}45678` }));
  expect(made(payouts)).toBe(1);
  await expectRightBooks();
});

test('nobody acts on a refund of the other side, and does not find the other side’s payment', async () => {
  const { first, transfer } = await received();
  const drivers = await office.paid();
  const boss = office.asker;
  expect((await office.ask({ from: 'payment', payment_id: first }, boss)).status).toBe(404);
  expect((await ask({ from: 'payment', payment_id: drivers.payment }, boss)).status).toBe(404);
  expect((await ask({ from: 'credit', driver_id: drivers.driver.id, amount: '1.00' }, boss)).status).toBe(400);
  // Accounts may refund on the land side alone.
  expect((await office.ask({ from: 'payment', payment_id: drivers.payment }, asker)).status).toBe(403);
  const ofDrivers = (await office.ask({ from: 'payment', payment_id: drivers.payment })).body;
  const ofLand = (await ask({ from: 'payment', payment_id: first })).body;
  expect([403, 404]).toContain((await office.approve(ofDrivers.approval_id, other)).status);
  await shapeRole(office.it, 'SuperUser', { 'payments.refund': true });
  const driversOnly = await buildCaller(office.it, 'SuperUser');
  expect([403, 404]).toContain((await office.approve(ofLand.approval_id, driversOnly)).status);
  expect((await office.approve(ofLand.approval_id, other)).status).toBe(201);
  expect((await office.approve(ofDrivers.approval_id)).status).toBe(201);
  for (const body of [PAYOUT, { change: 'withdraw', reason: 'Not theirs.' }]) {
    expect((await change(ofDrivers.refund_id, { ...body, reference: 'WRONGSIDE123' }, boss)).status).toBe(404);
    expect((await office.change(ofLand.refund_id, { ...body, reference: 'WRONGSIDE123' })).status).toBe(404);
  }
  expect((await office.send('GET', `/refunds/${ofLand.refund_id}`, undefined, boss)).status).toBe(404);
  expect((await office.send('GET', `/land_refunds/${ofDrivers.refund_id}`, undefined, boss)).status).toBe(404);
  expect((await change(ofLand.refund_id, { change: 'withdraw', reason: 'They want it kept.' })).status).toBe(200);
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'open', posted_amount: '150.00' });
  await expectRightBooks();
});

test('money that paid nothing is in the lists of both sides, and is acted on where it was asked for', async () => {
  const transfer_id = await office.unclaimed('40.00');
  const { refund_id: id, approval_id } = (await ask({ from: 'money', transfer_id, amount: '40.00' })).body;
  const idsIn = async (path: string, by: Person) =>
    (await office.send('GET', path, undefined, by)).body.map((row: { id: string }) => row.id);
  expect(await idsIn('/refunds', office.asker)).toContain(id);
  expect(await idsIn('/land_refunds', asker)).toContain(id);
  const { transaction_id } = await show(id);
  expect(await idsIn(`/land_refunds?search=${transaction_id}`, asker)).toEqual([id]);
  expect((await office.approve(approval_id, other)).status).toBe(201);
  expect((await office.change(id, { ...PAYOUT, reference: 'WRONGSIDE777' })).status).toBe(404);
  expect((await change(id, { ...PAYOUT, reference: 'RIGHTSIDE777' })).status).toBe(200);
  const figures = (await office.send('GET', '/land_refunds/figures', undefined, asker)).body;
  expect(figures).toContainEqual(expect.objectContaining({ status: 'paid' }));
});

test('what waits, a bounced cheque, and more than was paid are not given back', async () => {
  const { bank } = await office.it.db.selectFrom('banks').select('bank').executeTakeFirstOrThrow();
  const cheque = { mode: 'cheque', bank, payer_name: 'KOFI', transaction_id: '700123' };
  const { first, transaction_id } = await received(cheque);
  expect((await ask({ from: 'payment', payment_id: first })).body.message).toBe(
    'Only a cleared payment can be given back.',
  );
  const stored = office.it.db.selectFrom('transfers').select('id').where('transaction_id', '=', transaction_id);
  const { id } = await stored.executeTakeFirstOrThrow();
  await office.decideMoney(id, { decision: 'bounced', reason: 'No funds.' }, office.other);
  expect((await ask({ from: 'payment', payment_id: first })).status).toBe(409);
  expect((await ask({ from: 'money', transfer_id: id, amount: '150.00' })).status).toBe(409);
  const paid = await received();
  expect((await ask({ from: 'payment', payment_id: paid.first, amount: '151.00' })).status).toBe(400);
  expect((await ask({ from: 'money', transfer_id: paid.transfer, amount: '1.00' })).status).toBe(409);
});

test('money that never came after its refund was paid is owed by the payer, and settled on its own side', async () => {
  const { first, transfer } = await received();
  const id = await approved({ from: 'payment', payment_id: first });
  expect((await change(id, { ...PAYOUT, reference: 'OWED12345678' })).status).toBe(200);
  const debt = await balanceOf(office.it.db, '1100');
  const gone = await office.decideMoney(transfer, { decision: 'never_came', reason: 'Not there.' }, office.other);
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  expect((await balanceOf(office.it.db, '1100')) - debt).toBe(15_000n);
  expect(await show(id)).toMatchObject({ still_owed: '150.00', driver_code: null });
  const off = { change: 'write_off', reason: 'They left the country.' };
  expect((await office.change(id, off)).status).toBe(404);
  const asked = await change(id, off, asker);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const { approval_id } = await show(id);
  expect((await office.approve(approval_id, other)).status).toBe(201);
  expect(await balanceOf(office.it.db, '1100')).toBe(debt);
  await expectRightBooks();
});

test('the database takes a refund of a whole receipt alone, on the side of its payment', async () => {
  const { first, second, transfer } = await received();
  const insert = (given: object) =>
    office.it.db
      .insertInto('refunds')
      .values({
        ...({ source: 'payment', side: 'land', driver_id: null, payment_id: first, transfer_id: transfer } as const),
        ...({ amount: '150.00', mode: 'cash', paid_to: 'Ama', reason: 'Twice.' } as const),
        ...{ asked_by: asker.id, asked_at: office.it.clock.now },
        ...given,
      })
      .execute();
  await expect(insert({ amount: '149.99' })).rejects.toThrow('all that its receipt has');
  await expect(insert({ payment_id: second, amount: '30.00' })).rejects.toThrow('all that its receipt has');
  await expect(insert({ side: 'drivers' })).rejects.toThrow();
});
