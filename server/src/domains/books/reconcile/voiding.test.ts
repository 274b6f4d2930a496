import type { BookLine } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balanceOf, post, reverse } from '#domains/ledger';
import { fillAccount } from '../../../../test/builders/books.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { PAYOUT, startRefunds } from '../../../../test/refunds/harness.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;
type Mode = 'momo' | 'bank';

const ACCOUNTS = { momo: '1000', bank: '1020' } as const;
const periodOf = (mode: Mode) => ({ account: ACCOUNTS[mode], from: '2026-11-01', to: '2026-11-30' });
const REFUSED = {
  status: 409,
  body: {
    message: expect.stringMatching(/^Entry \d+ is reconciled with a statement\. Undo that reconciliation first\./),
  },
};
const NEVER_CAME = { decision: 'never_came', reason: 'The network took it back.' };

let office: Awaited<ReturnType<typeof startRefunds>>;
let accountant: Person;
beforeAll(async () => {
  office = await startRefunds();
  accountant = await buildCaller(office.it, 'Accounts');
});
afterAll(() => office.close());

const momoNow = () => balanceOf(office.it.db, ACCOUNTS.momo);

/** The last entry and the balance of MoMo before a test. */
let before: { entry: bigint; momo: bigint };
beforeEach(async () => {
  const { db } = office.it;
  // A reconciliation takes every matched line of its days: a test finds none of another one.
  await db.deleteFrom('book_line_matches').where('reconciliation_id', 'is', null).execute();
  const { number } = await db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow();
  before = { entry: BigInt(number), momo: await momoNow() };
});

const importLines = async (lines: readonly { id: string; amount: string; date?: string }[], mode: Mode = 'momo') => {
  const staff = statementsOf(office.it, office.clerk.headers);
  const csv = statementCsv(lines.map((line) => ({ date: '18/11/2026', ...line })));
  const id = await staff.checked(csv, { mode });
  await staff.start(id);
  await importServer(office.it).runDue();
  return id;
};

const send = (method: 'GET' | 'POST', path: string, payload?: object, by = accountant) =>
  office.send(method, path, payload, by);
/** The lines of the entries of this test. */
const bookLines = async (mode: Mode = 'momo'): Promise<BookLine[]> => {
  const { body } = await send('GET', `/book_lines?${new URLSearchParams({ ...periodOf(mode), size: '200' })}`);
  return body.filter(({ entry }: BookLine) => BigInt(entry) > before.entry);
};
const reconcile = (by = accountant, mode: Mode = 'momo') => send('POST', '/reconciliations', periodOf(mode), by);
const matchByHand = async ({ entry, line }: BookLine, statement: string, statement_line: number) =>
  expect(await send('POST', '/book_lines/match', { entry, line, statement, statement_line })).toMatchObject({
    status: 200,
  });
const undo = async (by = accountant) => {
  const ids = (await send('GET', '/reconciliations')).body.map(({ id }: { id: string }) => Number(id));
  const id = Math.max(...ids);
  expect((await send('POST', `/reconciliations/${id}/undo`, { reason: 'It was taken back.' }, by)).status).toBe(200);
};
const idOf = async (transfer: string): Promise<string> =>
  (
    await office.it.db
      .selectFrom('transfers')
      .select('transaction_id')
      .where('id', '=', transfer)
      .executeTakeFirstOrThrow()
  ).transaction_id;
/** The sum that this test moved in the MoMo account. */
const momo = async () => (await momoNow()) - before.momo;

/** Has the line of this money held against its statement, and reconciled. */
const reconciled = async (transfer: string, amount: string): Promise<void> => {
  await importLines([{ id: await idOf(transfer), amount }]);
  expect((await send('POST', '/book_lines/match_same', periodOf('momo'))).status).toBe(200);
  expect((await reconcile()).status).toBe(201);
};

test('a payment of reconciled money is reversed for another car, and its money stays', async () => {
  const { payment, transfer } = await office.paid();
  await reconciled(transfer, '200.00');
  const reverseAs = (cause: string) =>
    office.decide(payment, { decision: 'reverse', cause, reason: 'It was wrong.' }, office.other);
  expect(await reverseAs('never_came')).toMatchObject(REFUSED);
  expect((await office.paymentOf(payment)).status).toBe('cleared');
  expect((await reverseAs('wrong_car')).status).toBe(200);
  expect(await momo()).toBe(20_000n);
  expect((await bookLines()).map(({ state }) => state)).toEqual(['reconciled']);
  const third = await buildCaller(office.it, 'SystemAdmin');
  expect(await office.decideMoney(transfer, NEVER_CAME, third)).toMatchObject(REFUSED);
  await undo();
  expect((await office.decideMoney(transfer, NEVER_CAME, third)).status).toBe(200);
  expect(await momo()).toBe(0n);
});

test('reconciled money is refunded, set aside and placed, but not noted as never come, paid back or not', async () => {
  const transfer = await office.unclaimed('300.00');
  await reconciled(transfer, '300.00');
  expect((await office.decideMoney(transfer, { decision: 'dismiss', reason: 'Nobody asks.' })).status).toBe(200);
  expect((await office.decideMoney(transfer, { decision: 'undo' })).status).toBe(200);
  expect(await office.decideMoney(transfer, NEVER_CAME, office.other)).toMatchObject(REFUSED);
  const refund = await office.approved({ from: 'money', transfer_id: transfer, amount: '100.00' });
  expect((await office.change(refund, { ...PAYOUT, reference: 'OUT1234567' })).status).toBe(200);
  expect(await momo()).toBe(20_000n);
  expect(await office.decideMoney(transfer, NEVER_CAME, office.other)).toMatchObject(REFUSED);
  const { car_number } = await office.newDriver();
  const fee = { decision: 'assign', fee: { car_number, payment_type: 'RF' } };
  expect((await office.decideMoney(transfer, fee)).status).toBe(200);
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'matched', posted_amount: '200.00' });
});

test('the amount and the fee of reconciled money are neither corrected nor taken back', async () => {
  const { payment, transfer } = await office.paid();
  const missing = await office.unclaimed('150.00');
  const doubted = await office.unclaimed('90.00');
  const statement = await importLines([
    { id: nextTransactionId(), amount: '-150.00' },
    { id: await idOf(doubted), amount: '190.00' },
    { id: await idOf(transfer), amount: '200.00' },
  ]);
  const { db } = office.it;
  const lines = await bookLines();
  const lineOf = (amount: string) => lines.find((line) => line.amount === amount) as BookLine;
  // Of another day’s statement, matched by hand.
  const other = await importLines([
    { id: nextTransactionId(), amount: '90.00' },
    { id: nextTransactionId(), amount: '150.00' },
  ]);
  expect(other).not.toBe(statement);
  await matchByHand(lineOf('90.00'), other, 2);
  await matchByHand(lineOf('150.00'), other, 3);
  await send('POST', '/book_lines/match_same', periodOf('momo'));
  const third = await buildCaller(office.it, 'Accounts');
  expect((await reconcile(third)).status).toBe(201);
  const held = await momo();

  expect(await office.decideMoney(doubted, { decision: 'correct', reason: 'As shown.' }, office.other)).toMatchObject(
    REFUSED,
  );
  expect(await office.moneyOf(doubted)).toMatchObject({ posted_amount: '90.00' });
  expect((await office.decideMoney(doubted, { decision: 'accept', reason: 'Seen.' }, office.other)).status).toBe(200);

  const since = new Date(office.it.clock.now.getTime() - 30 * 86_400_000);
  const missed = { missing_since: since, missing_in: statement };
  await db.updateTable('transfers').set(missed).where('id', 'in', [missing, transfer]).execute();
  for (const id of [missing, transfer]) {
    const takeBack = { decision: 'take_back', reason: 'No statement has it.' };
    expect(await office.decideMoney(id, takeBack, office.other)).toMatchObject(REFUSED);
  }
  expect((await office.paymentOf(payment)).status).toBe('cleared');
  expect(await momo()).toBe(held);

  // Statements are imported all the same, and many cases decided at once.
  await importLines([
    { id: await idOf(transfer), amount: '210.00' },
    { id: nextTransactionId(), amount: '55.00' },
  ]);
  expect(await momo()).toBe(held + 5_500n);
  const dismissed = { id: `T${doubted}`, decision: { decision: 'dismiss', reason: 'Nobody asks.' } };
  expect(await send('POST', '/clearance/decide_many', { decisions: [dismissed] }, office.admin)).toMatchObject({
    body: { outcomes: [{ is_done: true }] },
  });
});

test('money that ended and came after all is posted again, although its first line is reconciled', async () => {
  const transfer = await office.unclaimed('300.00');
  expect((await office.decideMoney(transfer, NEVER_CAME, office.other)).status).toBe(200);
  await reconciled(transfer, '300.00');
  const came = { decision: 'came_after_all', reason: 'The statement shows it.' };
  expect((await office.decideMoney(transfer, came, office.admin)).status).toBe(200);
  expect(await momo()).toBe(30_000n);
  expect(await office.decideMoney(transfer, NEVER_CAME, office.other)).toMatchObject(REFUSED);
});

test('a cheque that bounces after it was reconciled is a movement of its own, with its own line', async () => {
  const { car_number, driver_code } = await office.newDriver();
  const given = {
    ...{ mode: 'cheque', transaction_id: '7001', bank: 'GCB BANK', payer_name: 'Ama Drawer', amount: '200.00' },
    ...{ received_on: '2026-11-18' },
    payments: [{ car_number, driver_code, payment_type: 'RF', amount: '200.00' }],
  };
  expect((await office.send('POST', '/payments/receive', given)).status).toBe(201);
  const { id } = await office.it.db
    .selectFrom('transfers')
    .select('id')
    .where('mode', '=', 'cheque')
    .executeTakeFirstOrThrow();
  expect((await office.decideMoney(id, { decision: 'bank_paid' }, office.admin)).status).toBe(200);
  const statement = await importLines(
    [
      { id: nextTransactionId(), amount: '200.00' },
      { id: nextTransactionId(), amount: '-200.00' },
    ],
    'bank',
  );
  /** The cheque’s own lines: its bank paid it, and took it back. */
  const ofCheque = async () => (await bookLines('bank')).filter(({ kind }) => kind === 'money change');
  const [paid] = await ofCheque();
  await matchByHand(paid as BookLine, statement, 2);
  const third = await buildCaller(office.it, 'Accounts');
  expect((await reconcile(third, 'bank')).status).toBe(201);
  const bounced = { decision: 'bounced', reason: 'Refer to drawer.' };
  expect((await office.decideMoney(id, bounced, office.other)).status).toBe(200);
  const lines = await ofCheque();
  expect(lines.map(({ amount, state }) => [amount, state])).toEqual([
    ['200.00', 'reconciled'],
    ['-200.00', 'open'],
  ]);
  await matchByHand(lines[1] as BookLine, statement, 3);
  expect((await reconcile(third, 'bank')).status).toBe(201);
});

test('an expense of which the line is reconciled is not taken back, whether or not another person is asked', async () => {
  const fuel = {
    ...{ payee: 'Goil, Osu', kind: '5090', day: '2026-11-18', paid_from: '1000', tax: 'none' },
    ...{ reference: 'INV 7', description: 'Fuel of the pick-up' },
  };
  const enter = async (amount: string): Promise<string> => {
    const { status, body } = await send('POST', '/expenses', { ...fuel, amount }, office.admin);
    expect(status, body.message).toBe(201);
    return body.id;
  };
  const show = async (id: string) => (await send('GET', `/expenses/${id}`)).body;
  const voided = (id: string) => send('POST', `/expenses/${id}/void`, { reason: 'It was wrong.' }, office.admin);
  await fillAccount(office.it, accountant, { account: '1000' });
  const [small, large] = [await enter('80.00'), await enter('700.00')];
  await send('POST', `/approvals/${(await show(large)).approval_id}/approve`, undefined, accountant);
  const statement = await importLines([
    { id: nextTransactionId(), amount: '200.00' },
    { id: nextTransactionId(), amount: '-80.00' },
    { id: nextTransactionId(), amount: '-700.00' },
  ]);
  const lines = (await bookLines()).filter(({ kind }) => kind === 'expense');
  expect(lines).toHaveLength(2);
  for (const line of lines) await matchByHand(line, statement, line.amount === '-80.00' ? 3 : 4);
  const third = await buildCaller(office.it, 'Accounts');
  expect(await reconcile(third)).toMatchObject({ status: 201 });
  for (const id of [small, large]) {
    expect(await voided(id)).toMatchObject(REFUSED);
    expect(await show(id)).toMatchObject({ status: 'posted' });
  }
  await undo(third);
  expect((await voided(small)).status).toBe(200);
  expect(await momo()).toBe(500_000n + 20_000n - 70_000n);
});

test('no entry with a reconciled line is reversed, whatever reverses it', async () => {
  const transfer = await office.unclaimed('300.00');
  await reconciled(transfer, '300.00');
  const made = { by: null, now: office.it.clock.now };
  const inTransaction = office.it.db.transaction();
  const asked = { kind: 'money', subjectIds: [transfer], day: '2026-11-20', description: 'By another way' } as const;
  await expect(inTransaction.execute((tx) => reverse(tx, asked, made))).rejects.toMatchObject({ code: 'conflict' });
  // Money that goes out of the account by a record of its own is none that is taken back.
  const postings = [
    { account: '1000', pesewas: -30_000n },
    { account: '2010', pesewas: 30_000n },
  ];
  const own = { day: '2026-11-20', kind: 'journal', subjectId: '999', description: 'Paid out', postings } as const;
  await inTransaction.execute((tx) => post(tx, [own], made));
  expect(await momo()).toBe(0n);
});

test('of a reconciliation and a taking back at once, the second one finds the first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const transfer = await office.unclaimed('300.00');
    await importLines([{ id: await idOf(transfer), amount: '300.00' }]);
    await send('POST', '/book_lines/match_same', periodOf('momo'));
    const [, taken] = await Promise.all([reconcile(), office.decideMoney(transfer, NEVER_CAME, office.other)]);
    const [{ number }] = (await office.it.db
      .selectFrom('ledger_entries')
      .select('number')
      .where('kind', '=', 'money')
      .where('subject_id', '=', transfer)
      .execute()) as [{ number: string }];
    const line = (await bookLines()).find(({ entry }) => entry === number);
    // Taken back first, the line is reconciled with the statement that shows it all the same.
    expect([200, 409]).toContain(taken.status);
    expect(line?.state).toBe('reconciled');
    const changes = await office.it.db
      .selectFrom('transfer_changes')
      .select('id')
      .where('transfer_id', '=', transfer)
      .execute();
    expect(changes).toHaveLength(taken.status === 200 ? 1 : 0);
  }
});
