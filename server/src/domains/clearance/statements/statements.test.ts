import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { HEADER, MAPPING, statementCsv, statementForm } from '../../../../test/builders/statements.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { line, type Statements, startStatements } from '../../../../test/statements/harness.ts';
import { clearOldStatements } from './statement-import.ts';

const DAY_MS = 86_400_000;

let it: Statements['it'];
let staff: Statements['staff'];
let transfers: Statements['transfers'];
let putBack: () => Promise<void>;
beforeAll(async () => {
  ({ it, staff, transfers } = await startStatements());
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

const statusOf = async (paymentId: string) =>
  (await it.db.selectFrom('payments').select('status').where('id', '=', paymentId).executeTakeFirstOrThrow()).status;

test('a statement is read, mapped, checked and imported; before the import nothing of it is money', async () => {
  const { driver } = await buildDriver(it);
  const claim = submissionOf(driver);
  const payment = await buildPayment(it, claim);
  const other = line();
  const sent = await staff.upload(statementCsv([line({ id: claim.transaction_id }), other]), 'MTN Nov.csv');
  expect([sent.statusCode, sent.json()]).toEqual([
    201,
    { status: true, message: 'The statement was read. Please check its columns.', statement_id: expect.any(String) },
  ]);
  const id = sent.json().statement_id;
  expect(await staff.show(id)).toMatchObject({
    file_name: 'MTN Nov.csv',
    status: 'uploaded',
    line_count: 2,
    mapping: null,
    is_remembered: false,
    read_from: '',
    suggestion: { ...MAPPING, direction: 1 },
    head: [{ line: 1, cells: HEADER }, { line: 2 }, { line: 3 }],
  });
  const checked = await staff.map(id);
  expect(checked.json()).toMatchObject({
    message: 'This is what an import would do.',
    statement: { status: 'checked' },
  });
  expect(await staff.lines(id)).toMatchObject([
    {
      line: 2,
      outcome: 'clears',
      reason: `${driver.first_name} ${driver.last_name} (${driver.driver_code}), REGISTRATION FEE`,
      amount: '200.00',
    },
    { line: 3, outcome: 'no_claim', reason: 'No claim has this transaction ID.' },
  ]);
  expect([await transfers(), await statusOf(payment)]).toEqual([[], 'submitted']);

  const begun = await staff.start(id);
  expect([begun.statusCode, begun.json()]).toEqual([201, { status: true, message: 'The import has started.' }]);
  expect((await staff.show(id)).status).toBe('importing');
  await importServer(it).runDue();
  expect(await staff.show(id)).toMatchObject({
    status: 'imported',
    progress: { done: 2, total: 2, failure: '' },
    counts: [
      { outcome: 'clears', lines: 1, amount: '200.00' },
      { outcome: 'no_claim', lines: 1, amount: '200.00' },
    ],
  });
  expect(await statusOf(payment)).toBe('cleared');
  expect(await transfers()).toEqual([
    { transaction_id: claim.transaction_id, amount: '200.00', status: 'matched', source: 'statement' },
    { transaction_id: other.id, amount: '200.00', status: 'open', source: 'statement' },
  ]);
  expect((await staff.start(id)).json().message).toBe('This statement was imported already.');
  const actions = await it.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'statements.%')
    .execute();
  expect(actions.map(({ action }) => action).sort()).toEqual(['statements.import', 'statements.upload']);
});

test('a statement is discarded before its import and kept afterwards', async () => {
  const [unused, used] = [await staff.checked(statementCsv([line()])), await staff.checked(statementCsv([line()]))];
  expect((await staff.call('DELETE', `/${unused}`)).json()).toEqual({
    status: true,
    message: 'The statement was discarded.',
  });
  expect((await staff.call('GET', `/${unused}`)).json().message).toBe('There is no such statement.');
  await staff.start(used);
  const refused = await staff.call('DELETE', `/${used}`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The import of this statement has begun, so it is kept.',
  ]);
  expect((await staff.map(used)).json().message).toBe(
    'The import of this statement has begun, so its columns stay as they are.',
  );
});

test('only who may clear payments sees or sends statements', async () => {
  const id = await staff.checked(statementCsv([line()]));
  for (const role of ['Accounts', 'Operations', 'Member'] as const) {
    const other = statementsOf(it, (await buildCaller(it, role)).headers);
    const calls = [
      other.upload(statementCsv([line()])),
      other.map(id),
      other.start(id),
      other.call('GET', `/${id}`),
      other.call('GET', `/lines?statement=${id}`),
      other.call('DELETE', `/${id}`),
    ];
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(403));
  }
});

test('the same sending twice is one statement', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const file = statementCsv([line()]);
  const [one, other] = [
    await staff.call('POST', '', statementForm(file), key),
    await staff.call('POST', '', statementForm(file), key),
  ];
  expect(other.json()).toEqual(one.json());
});

test('statements that nobody imported go after two weeks, and lines after six years', async () => {
  const unused = await staff.checked(statementCsv([line()]));
  const used = await staff.checked(statementCsv([line()]));
  await staff.start(used);
  await importServer(it).runDue();
  await clearOldStatements(it.db, new Date(it.clock.now.getTime() + 13 * DAY_MS));
  expect((await staff.show(unused)).status).toBe('checked');
  await clearOldStatements(it.db, new Date(it.clock.now.getTime() + 15 * DAY_MS));
  expect((await staff.call('GET', `/${unused}`)).statusCode).toBe(404);
  expect(await staff.lines(used)).toHaveLength(1);
  await clearOldStatements(it.db, new Date(it.clock.now.getTime() + 2_193 * DAY_MS));
  expect(await staff.lines(used)).toEqual([]);
  expect(await staff.counts(used)).toEqual({ no_claim: 1 });
});
