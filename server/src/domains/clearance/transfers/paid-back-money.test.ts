import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { awaitLater } from '#lib/gather.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { BALANCED, csvOf, HEADER, withBalances } from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { author } from '../../../../test/clearing-office.ts';
import { PAYOUT, startRefunds } from '../../../../test/refunds/harness.ts';
import { NEVER_CAME, owing } from '../../../../test/refunds/owed.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { countWaiting, whileHeld } from '../../../../test/waiting.ts';
import { findMissingMoney } from '../missing/missing-money.ts';
import { matchLateClaims } from './match-transfers.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
let owed: ReturnType<typeof owing>;
beforeAll(async () => {
  office = await startRefunds();
  owed = owing(office);
});
afterAll(() => office.close());

/** Imports a statement that covers the day of all money here, with these IDs of 150.00 alone. */
const importStatement = async (ids: readonly string[]) => {
  const rows = ids.map((id) => ['18/11/2026', 'Payment', 'Ama Mensah', '150.00', id, '']);
  const other = ['17/11/2026', 'Payment', 'Kofi', '10.00', nextTransactionId(), ''];
  const importer = await buildCaller(office.it, 'SuperUser');
  const staff = statementsOf(office.it, importer.headers);
  const covers = { ...BALANCED, covers_from: '2026-11-14', covers_to: '2026-11-19' };
  await staff.start(await staff.checked(csvOf(withBalances([HEADER, ...rows, other])), covers));
  await importServer(office.it).runDue();
  await findMissingMoney(office.it.db, office.it.clock.now);
  await office.it.db.updateTable('statement_imports').set({ covers_from: null, covers_to: null }).execute();
};
const reasonsOf = async () => {
  const { body } = await office.send('GET', '/clearance?size=100', undefined, office.other);
  return new Map(body.map(({ id, reason }: { id: string; reason: string }) => [id, reason]));
};

test('a statement marks money that it lacks also where all of it is to be paid back, and then it is not', async () => {
  const transfer = await office.unclaimed('150.00', office.clerk);
  const refund = await office.approved({ from: 'money', transfer_id: transfer, amount: '150.00' });
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'ended' });
  await importStatement([]);
  expect((await reasonsOf()).get(`T${transfer}`)).toBe('missing');
  const { status, body } = await office.change(refund, { ...PAYOUT, reference: 'FALSE1234567' });
  expect([status, body.message]).toEqual([409, expect.stringContaining('A statement of that day does not show')]);
});

test('invented money that settled a debt is found by the statement of its day, and the debt is owed again', async () => {
  const came = await office.unclaimed('300.00');
  const refund = await office.approved({ from: 'money', transfer_id: came, amount: '150.00' });
  expect((await office.change(refund, { ...PAYOUT, reference: 'FALSE2234567' })).status).toBe(200);
  expect((await office.decideMoney(came, NEVER_CAME, office.other)).status).toBe(200);
  const invented = await office.unclaimed('150.00', office.clerk);
  const recover = { change: 'recover', transaction_id: await owed.idOf(invented) };
  expect((await office.change(refund, recover)).status).toBe(200);
  await importStatement([]);
  const found = await reasonsOf();
  expect(found.get(`T${invented}`)).toBe('missing');
  // Money that never came already is no news.
  expect(found.has(`T${came}`)).toBe(false);
  expect((await office.decideMoney(invented, NEVER_CAME, office.other)).status).toBe(200);
  expect(await office.refundOf(refund)).toMatchObject({ settled_at: null });
  expect((await reasonsOf()).has(`T${invented}`)).toBe(false);
  await owed.expectRightBooks();
});

test('whoever captured money does not settle a debt with it, also where a statement shows it', async () => {
  const came = await office.unclaimed('300.00');
  const refund = await office.approved({ from: 'money', transfer_id: came, amount: '150.00' });
  expect((await office.change(refund, { ...PAYOUT, reference: 'FALSE3234567' })).status).toBe(200);
  expect((await office.decideMoney(came, NEVER_CAME, office.other)).status).toBe(200);
  const { car_number } = await office.newDriver();
  const given = { transaction_id: nextTransactionId(), amount: '150.00', reference: car_number };
  await buildTransfer(office.it, given, author(office.asker));
  await importStatement([given.transaction_id]);
  const recover = { change: 'recover', transaction_id: given.transaction_id };
  expect((await office.change(refund, recover, office.asker)).status).toBe(403);
  expect((await office.change(refund, recover)).status).toBe(200);
  await owed.expectRightBooks();
});

test('a claim is not cleared with money of which a part is given back at this moment', async () => {
  const { db, clock } = office.it;
  const transfer = await office.unclaimed('200.00');
  const { body } = await office.ask({ from: 'money', transfer_id: transfer, amount: '50.00' });
  const claim = submissionOf(await office.newDriver(), { transaction_id: await owed.idOf(transfer), amount: '200.00' });
  const id = await buildPayment(office.it, claim);
  // The approval has taken its part and waits to write who approved it, so the order is sure.
  const approver = author(office.other).accountId;
  const hold = (tx: Tx) => tx.selectFrom('accounts').select('id').where('id', '=', approver).forUpdate().execute();
  const { status } = await whileHeld(db, { hold, waiting: 2 }, async () => {
    const approving = awaitLater(office.approve(body.approval_id));
    await expect.poll(() => countWaiting(db)).toBe(1);
    await matchLateClaims(db, clock.now);
    return approving;
  });
  expect(status).toBe(201);
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'open', posted_amount: '150.00' });
  expect(await office.paymentOf(id)).toMatchObject({ status: 'submitted' });
  await owed.expectRightBooks();
});
