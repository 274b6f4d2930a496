import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BALANCE_MAPPING,
  balanceCsv,
  balanceImportServer,
  balanceImportsOf,
} from '../../../../test/balance-imports.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { closeLedgerMonth } from '../../ledger/index.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let writer: Caller;
beforeAll(async () => {
  it = await startApp();
  writer = await buildCaller(it, 'Accounts');
});
afterAll(() => it.close());

const imports = () => balanceImportsOf(it, writer.headers);

const BALANCES = [
  ['1010 Cash', '1,200.50', ''],
  ["'1020", '800', ''],
  ['2100: Taxes to pay', '', '300.00'],
  ['3000', '-1,700.50', ''],
  ['5050', '-', '-'],
];

const run = async (id: string): Promise<void> => {
  expect((await imports().start(id)).statusCode).toBe(201);
  const errors: unknown[] = [];
  const server = balanceImportServer(it, errors);
  await server.runDue();
  expect(errors).toEqual([]);
};

test('a trial balance becomes one draft of a journal, which a person posts', async () => {
  const id = await imports().checked(balanceCsv(BALANCES));
  expect(await imports().lines(id)).toMatchObject([
    { account: '1010', debit: '1200.50', credit: null, outcome: 'taken' },
    { account: '1020', debit: '800.00', outcome: 'taken' },
    { account: '2100', credit: '300.00', outcome: 'taken' },
    { account: '3000', debit: null, credit: '1700.50', outcome: 'taken' },
    { account: '5050', outcome: 'nothing' },
  ]);
  await run(id);
  const { journal_id, status } = await imports().show(id);
  expect(status).toBe('imported');
  const { headers } = writer;
  const journal = (await it.app.inject({ method: 'GET', url: `/api/journals/${journal_id}`, headers })).json();
  expect(journal).toMatchObject({ kind: 'opening', status: 'draft', day: '2026-10-31', amount: '2000.50' });
  expect(journal.lines).toHaveLength(4);
  expect((await imports().start(id)).json().message).toBe('This list was imported already.');
});

test('a side beside a balance says what it is, and what stands in the column of the other one is refused', async () => {
  const csv = balanceCsv([
    ['1010', '1,200.00 Dr', ''],
    ['2100', '300.00 Cr', ''],
    ['3000', '', '900.00 CR'],
    ['1020', '', '5 DR'],
  ]);
  const told = async (mapping: object) => {
    const id = await imports().checked(csv);
    await imports().map(id, { ...BALANCE_MAPPING, ...mapping });
    return (await imports().lines(id)).map(({ debit, credit, reason }) => [debit, credit, reason]);
  };
  expect(await told({})).toEqual([
    ['1200.00', null, ''],
    [null, null, 'Debit: “300.00 Cr” is CR in the column of the other side. Please check it.'],
    [null, '900.00', ''],
    [null, null, 'Credit: “5 DR” is DR in the column of the other side. Please check it.'],
  ]);
  expect((await told({ credit: null })).slice(0, 2)).toEqual([
    ['1200.00', null, ''],
    [null, '300.00', ''],
  ]);
});

test('each line says why it is none of the journal', async () => {
  const id = await imports().checked(
    balanceCsv([
      ['1010', '5', ''],
      ['1010', '6', ''],
      ['Cash', '5', ''],
      ['', '5', ''],
      ['1999', '5', ''],
      ['4000', '5', ''],
      ['2000', '', '5'],
      ['1020', 'a lot', ''],
      ['1030', '5', '5'],
      ['1000', '123456789012345', ''],
    ]),
  );
  const lines = await imports().lines(id);
  expect(lines.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    'taken: ',
    'repeated: The account of line 2.',
    'refused: It begins with no account code.',
    'refused: It has no account.',
    'refused: There is no account 1999.',
    'refused: 4000 Fees of drivers is a heading. Please choose an account under it.',
    'refused: 2000 Drivers’ credit is posted by payments and refunds alone.',
    'refused: Debit: “a lot” is not an amount.',
    'refused: A balance is a debit or a credit.',
    'refused: Debit: “123456789012345” is not an amount.',
  ]);
});

test('the day is over, is given, and is in no closed month', async () => {
  const id = await imports().checked(balanceCsv());
  for (const day of [null, '2099-01-01']) {
    const refused = await imports().map(id, { ...BALANCE_MAPPING, day });
    expect([day, refused.statusCode]).toEqual([day, 400]);
  }
  await it.db
    .transaction()
    .execute((tx) => closeLedgerMonth(tx, { month: '2026-10', by: writer.id, now: it.clock.now }));
  const refused = await imports().map(id);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().issues[0].message).toBe('The books of this day are closed.');
});

test('more lines than a journal has are not imported, and operations sends none', async () => {
  const codes = Array.from({ length: 101 }, (_, n) => String(5200 + n));
  for (const code of codes) {
    await it.db
      .insertInto('ledger_accounts')
      .values({ code, name: `Kind ${code}`, kind: 'expense' })
      .execute();
  }
  const id = (await imports().upload(balanceCsv(codes.map((code) => [code, '1', ''])))).json().import_id;
  await imports().map(id, { ...BALANCE_MAPPING, day: '2026-11-02' });
  expect((await imports().start(id)).json().message).toBe('A journal has at most 100 lines.');
  const operations = await buildCaller(it, 'Operations');
  expect((await balanceImportsOf(it, operations.headers).upload(balanceCsv())).statusCode).toBe(403);
});
