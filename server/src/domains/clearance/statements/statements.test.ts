import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import {
  cellsOf,
  csvOf,
  HEADER,
  MAPPING,
  sheetOf,
  statementCsv,
  statementForm,
  workbookOf,
} from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { clearOldStatements } from './clear-old-statements.ts';

const DAY_MS = 86_400_000;

let it: TestApp;
let staff: ReturnType<typeof statementsOf>;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
  staff = statementsOf(it, (await buildCaller(it, 'SuperUser')).headers);
});
afterAll(() => it.close());

const DATE = '18/11/2026';
const line = (given: Partial<{ date: string; id: string; amount: string }> = {}) => ({
  date: DATE,
  id: nextTransactionId(),
  amount: '200.00',
  ...given,
});

const transfers = () =>
  it.db.selectFrom('transfers').select(['transaction_id', 'amount', 'status', 'source']).orderBy('id').execute();
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
  expect([begun.statusCode, begun.json()]).toEqual([201, { status: true, message: 'The import has begun.' }]);
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

test('each line says before the import what would happen and why', async () => {
  const { driver } = await buildDriver(it);
  const name = `${driver.first_name} ${driver.last_name} (${driver.driver_code})`;
  const fee = submissionOf(driver);
  const second = submissionOf(driver);
  for (const claim of [fee, second]) await buildPayment(it, claim);
  const month = subscriptionOf(driver, 2026, 'NOVEMBER');
  await buildPayment(it, month);
  const cleared = subscriptionOf(driver, 2026, 'OCTOBER');
  await buildPayment(it, cleared, 'cleared');
  const known = line();
  const earlier = await staff.checked(statementCsv([known, line({ id: '99', amount: '80.00' })]));
  await staff.start(earlier);
  await importServer(it).runDue();

  const same = line();
  const id = await staff.checked(
    statementCsv([
      line({ id: fee.transaction_id }),
      line({ id: month.transaction_id, amount: '250.00' }),
      line({ id: cleared.transaction_id, amount: '300.00' }),
      known,
      line({ id: '0099', amount: '90.00' }),
      same,
      same,
      line({ id: '77', amount: '10.00' }),
      line({ id: '077', amount: '20.00' }),
      line({ amount: '-50.00' }),
      line({ date: 'Total' }),
    ]),
  );
  expect((await staff.lines(id)).map((one) => [one.line, one.outcome, one.reason])).toEqual([
    [2, 'clears', `${name}, REGISTRATION FEE`],
    [3, 'differs', `${name}, MONTHLY SUBSCRIPTION, November 2026: GHS 300.00 is claimed.`],
    [4, 'no_claim', `${name}, MONTHLY SUBSCRIPTION, October 2026: cleared before without its money.`],
    [5, 'known', 'It was recorded before, and waits for a claim or a person.'],
    [6, 'known_differs', 'It was recorded before as GHS 80.00.'],
    [7, 'no_claim', 'No claim has this transaction ID.'],
    [8, 'repeated', 'The same as line 7.'],
    [9, 'unreadable', 'Lines 9 and 10 have this transaction ID with different amounts.'],
    [10, 'unreadable', 'Lines 9 and 10 have this transaction ID with different amounts.'],
    [11, 'outgoing', 'Only money that came in is imported.'],
    [12, 'unreadable', '“Total” is no day.'],
  ]);
  await staff.start(id);
  await importServer(it).runDue();
  expect(await staff.counts(id)).toEqual({
    clears: 1,
    differs: 1,
    no_claim: 2,
    known: 1,
    known_differs: 1,
    repeated: 1,
    outgoing: 1,
    unreadable: 3,
  });
  const again = await staff.checked(statementCsv([line({ id: second.transaction_id })]));
  expect(await staff.lines(again)).toMatchObject([
    { outcome: 'paid', reason: `${name}, REGISTRATION FEE: its fee is paid already.` },
  ]);
});

test('a claim that another driver sent too, and a second claim of a fee, are said to wait before the import as after it', async () => {
  const { driver } = await buildDriver(it);
  const { driver: rival } = await buildDriver(it);
  const [first, second, disputed] = [
    submissionOf(driver),
    submissionOf(driver),
    subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '250.00' }),
  ];
  for (const claim of [first, second, disputed]) await buildPayment(it, claim);
  await it.app.inject({
    method: 'POST',
    url: '/api/payments',
    headers: { 'x-requested-with': 'banbo', 'idempotency-key': randomUUID() },
    payload: { ...submissionOf(rival), transaction_id: disputed.transaction_id },
  });
  const id = await staff.checked(
    statementCsv([first, second, disputed].map((claim) => line({ id: claim.transaction_id, amount: claim.amount }))),
  );
  const outcomes = async () => (await staff.lines(id)).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(['clears', 'paid', 'disputed']);
  const name = `${driver.first_name} ${driver.last_name} (${driver.driver_code})`;
  expect((await staff.lines(id)).slice(1).map(({ reason }) => reason)).toEqual([
    `${name}, REGISTRATION FEE: line 2 is for it too, and one of them clears it.`,
    `${name}, MONTHLY SUBSCRIPTION, November 2026: another driver sent this transaction ID too.`,
  ]);
  const before = await staff.counts(id);
  await staff.start(id);
  await importServer(it).runDue();
  expect(await outcomes()).toEqual(['clears', 'paid', 'disputed']);
  expect(await staff.counts(id)).toEqual(before);
});

test('200 lines with 12 exceptions: exactly those 12 wait or are left out, the rest clears', async () => {
  const lines = [];
  for (let n = 0; n < 190; n += 1) {
    const claim = submissionOf((await buildDriver(it)).driver);
    await buildPayment(it, claim);
    // Two of them claim another amount than was paid.
    lines.push(line({ id: claim.transaction_id, ...(n < 2 && { amount: '150.00' }) }));
  }
  const planted = [
    ...Array.from({ length: 5 }, () => line()),
    line({ id: lines[10]?.id ?? '' }),
    line({ amount: '-20.00' }),
    line({ amount: 'two hundred' }),
    line({ date: '31/02/2026' }),
    line({ id: '' }),
  ];
  lines.splice(100, 0, ...planted);
  expect(lines).toHaveLength(200);
  const id = await staff.checked(statementCsv(lines));
  await staff.start(id);
  await importServer(it).runDue();
  expect(await staff.counts(id)).toEqual({
    clears: 188,
    differs: 2,
    no_claim: 5,
    repeated: 1,
    outgoing: 1,
    unreadable: 3,
  });
  const others = (await staff.lines(id)).filter(({ outcome }) => outcome !== 'clears').map((one) => one.line);
  expect(others).toEqual([2, 3, ...planted.map((_, at) => 102 + at)]);
  const waiting = await it.db.selectFrom('payments').select('id').where('status', '=', 'submitted').execute();
  expect(waiting).toHaveLength(2);
});

test('a statement that overlaps an earlier one changes only what is new', async () => {
  const [first, both, last] = [line(), line(), line()];
  for (const lines of [
    [first, both],
    [both, last],
  ]) {
    const id = await staff.checked(statementCsv(lines));
    await staff.start(id);
    await importServer(it).runDue();
  }
  expect((await transfers()).map((one) => one.transaction_id)).toEqual([first.id, both.id, last.id]);
});

test('columns are remembered by their names and may be chosen anew', async () => {
  const rows = [
    ['Tag', 'Nr', 'Summe'],
    ['18/11/2026', '1234', '5.00'],
  ];
  const mapping = { date: 0, transaction_id: 1, amount: 2, payer_name: null, reference: null };
  const first = (await staff.upload(csvOf(rows))).json().statement_id;
  expect(await staff.show(first)).toMatchObject({ is_remembered: false, suggestion: { date: null, amount: null } });
  expect((await staff.map(first, mapping)).statusCode).toBe(200);
  // Below some lines that tell whose account it is.
  const later = (await staff.upload(csvOf([['Account', 'of', 'the', 'company'], ['1'], ...rows]))).json().statement_id;
  expect(await staff.show(later)).toMatchObject({ is_remembered: true, suggestion: { ...mapping, header_line: 3 } });
  expect((await staff.map(later, { ...mapping, header_line: 3, day_order: 'mdy' })).statusCode).toBe(200);
  const third = (await staff.upload(csvOf(rows))).json().statement_id;
  expect((await staff.show(third)).suggestion.day_order).toBe('mdy');
});

test('days that fit only the other order stop the import until that order is chosen', async () => {
  const file = statementCsv([line({ date: '11/20/2026' }), line({ date: '03/04/2026' })]);
  const id = (await staff.upload(file)).json().statement_id;
  expect((await staff.show(id)).suggestion.day_order).toBe('mdy');
  const problem =
    '1 of its days fit only the other order (Month first: 11/20/2026). Please choose that one, or mend the file where it has both.';
  expect((await staff.map(id)).json().statement).toMatchObject({ problem, counts: [{}, { outcome: 'unreadable' }] });
  const refused = await staff.start(id);
  expect([refused.statusCode, refused.json().message]).toEqual([409, problem]);
  expect((await staff.map(id, { day_order: 'mdy' })).json().statement).toMatchObject({
    problem: '',
    counts: [{ outcome: 'no_claim', lines: 2 }],
  });
  const ambiguous = (await staff.upload(statementCsv([line({ date: '03/04/2026' })]))).json().statement_id;
  expect((await staff.show(ambiguous)).suggestion.day_order).toBe('mdy');
  await it.db.deleteFrom('statement_mappings').execute();
  const unknown = (await staff.upload(statementCsv([line({ date: '03/04/2026' })]))).json().statement_id;
  expect((await staff.show(unknown)).suggestion.day_order).toBe(null);
});

test('a word of the direction that nobody has explained is asked about', async () => {
  const rows = [[...HEADER], ...[line(), line()].map(cellsOf)];
  for (const [at, word] of [
    [1, 'Transfer'],
    [2, 'Debit'],
  ] as const)
    (rows[at] ?? [])[1] = word;
  const id = await staff.checked(csvOf(rows), { direction: 1 });
  expect(await staff.show(id)).toMatchObject({ unknown_directions: ['Transfer'] });
  expect(await staff.counts(id)).toEqual({ unreadable: 1, outgoing: 1 });
  await staff.map(id, { direction: 1, directions: [{ text: 'Transfer', is: 'in' }] });
  expect(await staff.show(id)).toMatchObject({ unknown_directions: [] });
  expect(await staff.counts(id)).toEqual({ no_claim: 1, outgoing: 1 });
});

test('a workbook is read like a CSV', async () => {
  const money = line();
  const id = await staff.checked(workbookOf(sheetOf([[...HEADER], cellsOf(money)])));
  expect(await staff.lines(id)).toMatchObject([{ line: 2, outcome: 'no_claim', transaction_id: money.id }]);
});

test.each([
  [
    'without a table',
    'just a text',
    400,
    'No table was found in this file. It needs column names, and lines with a date, an ID and an amount.',
  ],
  ['without a byte', '', 400, 'This file is empty.'],
  ['that is a page', '%PDF-1.7', 400, 'This is no table. Please choose a CSV or XLSX file.'],
  [
    'of more than 10 MB',
    'x'.repeat(10_000_001),
    413,
    'This file is larger than 10 MB. Please split it into shorter ones.',
  ],
  [
    'of more than 50,000 lines',
    '1,2,3\n'.repeat(50_001),
    413,
    'This file has more than 50,000 lines. Please split it into shorter ones.',
  ],
  [
    'whose texts repeat too often',
    workbookOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(3_000), {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(400)}</t></si></sst>`,
    }),
    413,
    'This file has more text than can be read. Please split it.',
  ],
])('a file %s is refused with what to do', async (_, content, status, message) => {
  const refused = await staff.upload(content);
  expect([refused.statusCode, refused.json().message]).toEqual([status, message]);
  expect(await it.db.selectFrom('statement_imports').select('id').execute()).toEqual([]);
});

test('a mapping that does not fit the file is refused at its field', async () => {
  const id = (await staff.upload(statementCsv([line()]))).json().statement_id;
  const refusal = async (given: object) => {
    const { statusCode, ...response } = await staff.map(id, given);
    return [
      statusCode,
      ...response.json().issues.map((issue: { path: string; message: string }) => [issue.path, issue.message]),
    ];
  };
  expect(await refusal({ reference: 6 })).toEqual([
    400,
    ['body.reference', 'Reference: this file has no such column.'],
  ]);
  expect(await refusal({ date: 60 })).toEqual([400, ['body.date', 'The date is at most 59.']]);
  expect(await refusal({ header_line: 40 })).toEqual([
    400,
    ['body.header_line', 'Please choose the line of the column names among the first lines.'],
  ]);
  expect(await refusal({ amount: 0 })).toEqual([
    400,
    ['body.transaction_id', 'Date, transaction ID and amount stand in three columns of their own.'],
  ]);
});

test('an import begins only once it was checked, and only with money on it', async () => {
  const id = (await staff.upload(statementCsv([line({ amount: '-1.00' })]))).json().statement_id;
  const refusal = async () => {
    const refused = await staff.start(id);
    return [refused.statusCode, refused.json().message];
  };
  expect(await refusal()).toEqual([409, 'Please choose the columns of this statement first.']);
  await staff.map(id);
  expect(await refusal()).toEqual([409, 'No line of this statement says that money was received.']);
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

test('an import is begun once, however often it is asked for', async () => {
  const id = await staff.checked(statementCsv([line()]));
  const answers = await Promise.all(Array.from({ length: 10 }, () => staff.start(id)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await it.db.selectFrom('jobs').select('id').where('name', '=', 'import statement').execute()).toHaveLength(1);
});

test('a stopped import keeps what it recorded and goes on later', async () => {
  const id = await staff.checked(statementCsv([line(), line()]));
  expect((await staff.call('POST', `/${id}/cancel`)).json().message).toBe('This statement is not being imported.');
  await staff.start(id);
  expect((await staff.call('POST', `/${id}/cancel`)).json().message).toBe('The import was stopped.');
  expect((await staff.show(id)).status).toBe('cancelled');
  await importServer(it).runDue();
  expect(await transfers()).toEqual([]);
  await staff.start(id);
  await importServer(it).runDue();
  expect([(await staff.show(id)).status, await transfers()]).toMatchObject(['imported', [{}, {}]]);
});

test('an import whose clerk is blocked stops, shows so, and another goes on with it', async () => {
  const clerk = await buildCaller(it, 'SuperUser');
  const own = statementsOf(it, clerk.headers);
  const id = await own.checked(statementCsv([line()]));
  await own.start(id);
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', clerk.id).execute();
  await importServer(it).runDue();
  expect(await staff.show(id)).toMatchObject({
    status: 'failed',
    progress: { failure: 'The user who started this was blocked or deleted.' },
  });
  expect(await transfers()).toEqual([]);
  expect((await staff.start(id)).statusCode).toBe(201);
  await importServer(it).runDue();
  expect((await staff.show(id)).status).toBe('imported');
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

test('statements that nobody imported go after two weeks, and lines after three months', async () => {
  const unused = await staff.checked(statementCsv([line()]));
  const used = await staff.checked(statementCsv([line()]));
  await staff.start(used);
  await importServer(it).runDue();
  await clearOldStatements(it.db, new Date(it.clock.now.getTime() + 13 * DAY_MS));
  expect((await staff.show(unused)).status).toBe('checked');
  await clearOldStatements(it.db, new Date(it.clock.now.getTime() + 15 * DAY_MS));
  expect((await staff.call('GET', `/${unused}`)).statusCode).toBe(404);
  expect(await staff.lines(used)).toHaveLength(1);
  await clearOldStatements(it.db, new Date(it.clock.now.getTime() + 91 * DAY_MS));
  expect(await staff.lines(used)).toEqual([]);
  expect(await staff.counts(used)).toEqual({ no_claim: 1 });
});
