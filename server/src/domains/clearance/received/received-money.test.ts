import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

let cases: Cases;
let statement: string;
let login: string;
beforeAll(async () => {
  cases = await startCases();
  const { it, clerk, newDriver } = cases;
  const driver = await newDriver();
  await buildPayment(it, submissionOf(driver, { transaction_id: '71000000001' }));
  await buildTransfer(it, { transaction_id: '71000000001', received_on: '2026-11-10' }, author(clerk));
  await buildTransfer(it, { transaction_id: '71000000002', amount: '50.00', received_on: '2026-11-12' });
  const aside = await buildTransfer(it, { transaction_id: '71000000003', mode: 'cash', source: 'desk' });
  await cases.decideMoney(aside, { decision: 'dismiss', reason: 'Nobody knows whose it is.' });
  const staff = statementsOf(it, clerk.headers);
  const lines = ['71000000002', '71000000004'].map((id) => ({ date: '12/11/2026', id, amount: '50.00' }));
  statement = await staff.checked(statementCsv(lines));
  await staff.start(statement);
  await importServer(it).runDue();
  const captor = it.db.selectFrom('accounts').select('login').where('id', '=', clerk.id);
  login = (await captor.executeTakeFirstOrThrow()).login;
});
afterAll(() => cases.close());

const asked = (query: string, headers = cases.clerk.headers) =>
  cases.it.app.inject({ url: `/api/money_received?${query}`, headers });
const idsOf = async (query: string) =>
  (await asked(query)).json().map(({ transaction_id }: { transaction_id: string }) => transaction_id.slice(-1));

test.each([
  ['sort=received_on', ['1', '2', '4', '3']],
  ['search=71000000003', ['3']],
  ['source=statement', ['4']],
  ['source=desk', ['3']],
  ['mode=cash', ['3']],
  ['mode=momo', ['4', '2', '1']],
  ['status=matched', ['1']],
  ['status=dismissed', ['3']],
  ['status=pending', []],
  ['left=some', ['3', '4', '2']],
  ['captured_by=nobody', []],
  ['from=2026-11-11&to=2026-11-12', ['4', '2']],
])('received money is filtered and sorted by %s', async (query, ids) => {
  expect(await idsOf(query)).toEqual(ids);
});

test('it is found by who recorded it, and by the statement that showed it first', async () => {
  expect(await idsOf(`captured_by=${login.toUpperCase()}`)).toEqual(['4', '1']);
  expect(await idsOf(`statement=${statement}`)).toEqual(['4', '2']);
  const [last, first] = (await asked(`statement=${statement}`)).json();
  expect([first.statement_line, last.statement_line].toSorted()).toEqual([2, 3]);
});

test('a row says what was paid, for whom, and what is left; the list adds that up', async () => {
  const response = await asked('');
  expect(response.headers).toMatchObject({
    'x-total-count': '4',
    'x-total-amount': '500.00',
    'x-waiting-amount': '300.00',
    'x-total-cut': 'false',
  });
  expect((await asked('search=71000000001')).json()).toMatchObject([
    { amount: '200.00', paid: '200.00', left: '0.00', captured_by: login, paid_for: [expect.stringMatching(/^DRV/)] },
  ]);
});

test('its page has what it paid, the statement, the changes and the decisions; others than readers have neither', async () => {
  const [{ id }] = (await asked('search=71000000003')).json();
  const url = `/api/money_received/${id}`;
  expect((await cases.it.app.inject({ url, headers: cases.clerk.headers })).json()).toMatchObject({
    money: { status: 'dismissed', status_reason: 'Nobody knows whose it is.', left: '200.00' },
    posted_amount: '200.00',
    hindrance: null,
    payments: [],
    changes: [],
    history: [{ action: 'transfers.dismiss', reason: 'Nobody knows whose it is.' }],
  });
  const { headers } = await buildCaller(cases.it, 'Legal');
  expect((await asked('', headers)).statusCode).toBe(403);
  expect((await cases.it.app.inject({ url, headers })).statusCode).toBe(403);
  expect(
    (await cases.it.app.inject({ url: '/api/money_received/999999', headers: cases.clerk.headers })).statusCode,
  ).toBe(404);
});
