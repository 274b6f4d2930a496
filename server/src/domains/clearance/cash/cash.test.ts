import { fromPesewas, toPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { rowOf } from '../../../../test/desk/harness.ts';
import { PAYOUT, startRefunds } from '../../../../test/refunds/harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;
type Movement = { kind: string; amount: string; receipts: string[]; transfer_id: string | null };

const DAY = '2026-11-20';
let office: Awaited<ReturnType<typeof startRefunds>>;
let ama: Person;
let kofi: Person;
beforeAll(async () => {
  office = await startRefunds();
  ama = await buildCaller(office.it, 'SuperUser');
  kofi = await buildCaller(office.it, 'SuperUser');
});
afterAll(() => office.close());

const get = (path: string, by = office.admin) => office.send('GET', path, undefined, by);

/** Takes money for a registration fee at the desk; gives its payment. */
const take = async (by: Person, given: object = {}): Promise<string> => {
  const driver = await office.newDriver();
  const asked = { mode: 'cash', amount: '200.00', payments: [rowOf(driver)], ...given };
  const { status, body } = await office.send('POST', '/payments/receive', asked, by);
  expect(status, body.message).toBe(201);
  return body.payment_ids[0];
};

const loginOf = async ({ id }: Person): Promise<string> =>
  (await office.it.db.selectFrom('accounts').select('login').where('id', '=', id).executeTakeFirstOrThrow()).login;

const dayOf = async (person: Person, day = DAY) =>
  (await get(`/cash_by_day?day=${day}`)).body.find(({ id }: { id: string }) => id === person.id);

const cashInLedger = async (day: string): Promise<string> => {
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum(amount), 0)::text AS sum FROM ledger_postings WHERE account = '1010' AND day = ${day}::date`.execute(
    office.it.db,
  );
  return fromPesewas(toPesewas(rows[0]?.sum ?? '0'));
};

const sumOf = (rows: readonly Movement[]): string =>
  fromPesewas(rows.reduce((sum, { amount }) => sum + toPesewas(amount), 0n));

test('a clerk’s day has what they took, what left again, and the cheques beside it, as the books have it', async () => {
  await take(ama);
  const wrong = await take(ama);
  await take(kofi);
  const cheque = { mode: 'cheque', transaction_id: '000123', bank: 'GCB BANK', payer_name: 'KOFI ASANTE' };
  await office.it.db
    .insertInto('banks')
    .values({ bank: 'GCB BANK' })
    .onConflict((on) => on.doNothing())
    .execute();
  await take(ama, cheque);
  const body = { decision: 'reverse', cause: 'never_came', reason: 'Counted again.' };
  expect((await office.decide(wrong, body, office.admin)).status).toBe(200);
  expect(await dayOf(ama)).toMatchObject({
    ...{ clerk: await loginOf(ama), count: 2, taken: '400.00', returned_count: 1, returned: '200.00' },
    ...{ cheque_count: 1, cheques: '200.00', net: '200.00' },
  });
  expect(await dayOf(kofi)).toMatchObject({
    count: 1,
    taken: '200.00',
    returned: '0.00',
    cheques: '0.00',
    net: '200.00',
  });

  const { driver } = await office.credited();
  const refund = await office.approved({ from: 'credit', driver_id: driver.id, amount: '60.00', mode: 'cash' });
  expect((await office.change(refund, { ...PAYOUT, paid_on: DAY })).status).toBe(200);
  expect(await dayOf(office.other)).toMatchObject({ count: 0, returned_count: 1, returned: '60.00', net: '-60.00' });

  const answer = await office.it.app.inject({ url: `/api/cash_by_day?day=${DAY}`, headers: office.admin.headers });
  expect(answer.headers['x-total-amount']).toBe(await cashInLedger(DAY));
  expect(answer.headers['x-waiting-amount']).toBe('200.00');
  expect((await get('/cash_by_day?day=2026-11-19')).body).toEqual([]);
});

test('each figure opens exactly what it adds up, with the receipts', async () => {
  const login = await loginOf(ama);
  const day = await dayOf(ama);
  const opened = async (kind: string): Promise<Movement[]> =>
    (await get(`/cash_movements?day=${DAY}&clerk=${login}${kind}`)).body;
  expect(await opened('')).toHaveLength(day.count + day.returned_count + day.cheque_count);
  const taken = await opened('&kind=taken');
  expect([taken.length, sumOf(taken)]).toEqual([day.count, day.taken]);
  for (const { receipts } of taken) expect(receipts).toEqual([expect.stringMatching(/^R\d{6}$/)]);
  const out = await opened('&kind=out');
  expect([out.length, sumOf(out)]).toEqual([day.returned_count, `-${day.returned}`]);
  const cheques = await opened('&kind=cheque');
  expect([cheques.length, sumOf(cheques), cheques[0]?.receipts]).toEqual([day.cheque_count, day.cheques, []]);
  expect(sumOf(await opened('&kind=cash'))).toBe(day.net);
});

test('who may receive money but sees no payments has their own day, and no other’s', async () => {
  await shapeRole(office.it, 'Operations', { 'payments.receive': true });
  const cashier = await buildCaller(office.it, 'Operations');
  await take(cashier);
  const own = (await get(`/own_cash?day=${DAY}`, cashier)).body;
  expect(own).toMatchObject([{ kind: 'taken', amount: null, clerk: await loginOf(cashier) }]);
  for (const path of ['/cash_by_day', '/cash_movements'])
    expect((await get(`${path}?day=${DAY}`, cashier)).status).toBe(403);
  expect((await get(`/own_cash?day=${DAY}&clerk=x`, cashier)).status).toBe(400);
});
