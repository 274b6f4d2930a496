import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { cellsOf, csvOf, HEADER, statementCsv } from '../../../../test/builders/statements.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { importServer } from '../../../../test/statement-imports.ts';
import { line, type Statements, startStatements } from '../../../../test/statements/harness.ts';

let it: Statements['it'];
let staff: Statements['staff'];
beforeAll(async () => {
  ({ it, staff } = await startStatements());
});
afterAll(() => it.close());

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
    [12, 'unreadable', '‘Total’ is not a date. Write 22/11/1985.'],
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

test('a line below its price waits, and says what the fee costs, what is missing and what is owed in all', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const claim = submissionOf(driver, { amount: '120.00' });
  await buildPayment(it, claim);
  const id = await staff.checked(statementCsv([line({ id: claim.transaction_id, amount: '120.00' })]));
  const name = `${driver.first_name} ${driver.last_name} (${driver.driver_code}), REGISTRATION FEE`;
  const waits = {
    outcome: 'below_price',
    reason: `${name}: The fee costs 200.00; 200.00 is missing. GHS 2,000.00 is owed in all.`,
  };
  expect(await staff.lines(id)).toMatchObject([waits]);
  await staff.start(id);
  await importServer(it).runDue();
  expect(await staff.lines(id)).toMatchObject([waits]);
});

test('200 lines with 12 exceptions: exactly those 12 wait or are left out, the rest clears', async () => {
  const lines = await Promise.all(
    Array.from({ length: 190 }, async (_, n) => {
      const claim = submissionOf((await buildDriver(it)).driver);
      await buildPayment(it, claim);
      // Two of them claim another amount than was paid.
      return line({ id: claim.transaction_id, ...(n < 2 && { amount: '150.00' }) });
    }),
  );
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
  const own = lines.map((one) => one.id);
  const claims = it.db.selectFrom('payments').select('id').where('transaction_id', 'in', own);
  expect(await claims.where('status', '=', 'submitted').execute()).toHaveLength(2);
});

test('a statement whose column of amounts is that of phone numbers or IDs is not imported, and says so before', async () => {
  const transfers = () => it.db.selectFrom('transfers').select('id').orderBy('id').execute();
  const before = await transfers();
  const numbers = [line({ amount: '0241234567' }), line({ amount: '0201234567' }), line()];
  const id = await staff.checked(statementCsv(numbers));
  expect((await staff.lines(id)).map(({ outcome }) => outcome)).toEqual(['unreadable', 'unreadable', 'no_claim']);
  const said = 'Most values of the column of amounts look like phone numbers or IDs.';
  expect(await staff.show(id)).toMatchObject({ problem: expect.stringContaining(said) });
  expect((await staff.start(id)).json()).toMatchObject({ code: 'conflict', message: expect.stringContaining(said) });
  expect(await transfers()).toEqual(before);
});

test('one such number among amounts leaves out its line alone', async () => {
  const id = await staff.checked(statementCsv([line(), line({ amount: '68576386182' }), line()]));
  expect(await staff.counts(id)).toEqual({ no_claim: 2, unreadable: 1 });
  expect((await staff.start(id)).statusCode).toBe(201);
});

test('a column of another currency is found by its name, and nothing of it is money', async () => {
  const inDollars = statementCsv([line(), line()]).replace('"Amount"', '"Amount (USD)"');
  const id = await staff.checked(inDollars);
  expect((await staff.lines(id)).map(({ reason }) => reason)).toEqual(
    Array.from({ length: 2 }, () => 'Its currency is “USD”; only Ghana cedis are imported.'),
  );
  const rows = [line(), line()].map((one, at) => [...cellsOf(one), at === 0 ? 'GHS' : 'EUR']);
  const mixed = await staff.upload(csvOf([[...HEADER, 'Currency'], ...rows]));
  const { statement_id } = mixed.json();
  expect((await staff.show(statement_id)).suggestion.currency).toBe(6);
  await staff.map(statement_id, { currency: 6 });
  expect(await staff.counts(statement_id)).toEqual({ no_claim: 1, unreadable: 1 });
});
