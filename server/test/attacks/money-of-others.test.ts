import { ENDPOINTS, permissionsOf, ROLES, type Role } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAttempt } from '../builders/attempts.ts';
import { buildDriver } from '../builders/drivers.ts';
import { buildCaller, OWN_PAGE } from '../builders/identity.ts';
import { buildPayment } from '../builders/payments.ts';
import { buildPrompt } from '../builders/prompts.ts';
import { statementCsv } from '../builders/statements.ts';
import { nextTransactionId, submissionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { nextPayer, TAKES_PROMPTS } from '../prompts/harness.ts';
import { nextAddress } from '../register.ts';
import { statementsOf } from '../statement-imports.ts';

let it: TestApp;
/** The endpoints of money with the records of somebody, by their paths. */
let paths: Map<string, string>;
/** Words that stand in these records. */
let secrets: string[];

/** Paths that name a record, with the record that an outsider asks for; others need none. */
const MONEY =
  /^\/(?:clearance|transfers|statements|prompts|receipts|payment_receipts|arrears|reminders|book_checks|book_proof|owner_messages|reg_fees|monthly_subscriptions|fee_payment|payments|view_payment|registration_fees|subscriptions|drivers\/:id\/(?:standing|credit_uses))/;

beforeAll(async () => {
  it = await startApp(TAKES_PROMPTS);
  const { driver } = await buildDriver(it, { first_name: 'Ewurabena', last_name: 'Quansah' });
  const claim = submissionOf(driver);
  const cleared = await buildPayment(it, claim, 'cleared');
  const other = submissionOf((await buildDriver(it)).driver);
  const waiting = await buildPayment(it, other);
  await buildAttempt(it, submissionOf((await buildDriver(it)).driver, { transaction_id: other.transaction_id }));
  const transfer = await buildTransfer(it, { payer_name: 'EWURABENA QUANSAH' });
  await buildPrompt(it, (await buildDriver(it)).driver, nextPayer());
  const line = { date: '18/11/2026', id: nextTransactionId(), amount: '200.00', name: 'Ewurabena Quansah' };
  const statement = await statementsOf(it, (await buildCaller(it, 'SuperAdmin')).headers).checked(statementCsv([line]));
  const idFor = (url: string): string => {
    if (url.startsWith('/transfers')) return transfer;
    if (url.startsWith('/statements')) return statement;
    if (url.startsWith('/drivers')) return driver.id;
    if (url.startsWith('/receipts')) return '1';
    return url.startsWith('/clearance') ? waiting : cleared;
  };
  const named = ENDPOINTS.filter(({ url, access }) => MONEY.test(url) && access !== 'public');
  paths = new Map(named.map(({ url }) => [url, `/api${url.replace(/:\w+/g, idFor(url))}`]));
  secrets = ['EWURABENA', 'QUANSAH', claim.transaction_id, other.transaction_id, driver.driver_code, line.id];
});
afterAll(() => it.close());

const moneyOf = async () => ({
  payments: await it.db.selectFrom('payments').select(['id', 'status', 'amount']).orderBy('id').execute(),
  transfers: await it.db.selectFrom('transfers').select(['id', 'status', 'amount']).orderBy('id').execute(),
  statements: await it.db.selectFrom('statement_imports').select(['id', 'status']).orderBy('id').execute(),
});

const walk = async (role: Role | null) => {
  const headers = role === null ? OWN_PAGE : (await buildCaller(it, role)).headers;
  const before = await moneyOf();
  let calls = 0;
  for (const { method, url: path, access } of ENDPOINTS) {
    const url = paths.get(path);
    const mayCall = role !== null && (permissionsOf(role) as readonly string[]).includes(access);
    if (!url || mayCall || access === 'public') continue;
    calls += 1;
    const payload = { decision: 'clear', reason: 'Because I say so.', amount: '200.00' };
    const answer = await it.app.inject({
      ...{ method, url, headers: { ...headers, 'idempotency-key': `somebody-else-${calls}-${role}` } },
      remoteAddress: nextAddress(),
      ...(method !== 'GET' && { payload }),
    });
    expect(`${method} ${path}: ${answer.statusCode}`).toBe(`${method} ${path}: ${role === null ? 401 : 403}`);
    for (const secret of secrets) expect(answer.body).not.toContain(secret);
  }
  expect(await moneyOf()).toEqual(before);
  return calls;
};

test('nobody who is not signed in sees or changes anything of drivers’ money', async () => {
  expect(await walk(null)).toBeGreaterThan(40);
});

test.each(ROLES)(
  '%s sees and changes no more of drivers’ money than the role may, whose record it ever is',
  async (role) => {
    const calls = await walk(role);
    if (role === 'Member' || role === 'Tenant') expect(calls).toBeGreaterThan(40);
  },
);
