import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { BALANCED, balancedCsv, statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { findMissingMoney } from '../missing/missing-money.ts';

let cases: Cases;
let forger: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  cases = await startCases();
  forger = await buildCaller(cases.it, 'SystemAdmin');
});
afterAll(() => cases.close());

const markedIn = async (id: string) =>
  (await cases.it.db.selectFrom('transfers').select('missing_in').where('id', '=', id).executeTakeFirstOrThrow())
    .missing_in;

/** A file of one line, with the days that its sender types. */
const importTyped = async (by = forger, days = { covers_from: '2026-11-10', covers_to: '2026-11-15' }) => {
  const staff = statementsOf(cases.it, by.headers);
  const csv = statementCsv([{ date: '12/11/2026', id: nextTransactionId(), amount: '1.00' }]);
  const id = await staff.checked(csv, days);
  const { message } = (await staff.start(id)).json();
  await importServer(cases.it).runDue();
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  return { id, message };
};

const approvalOf = async (statement: string) =>
  (
    await cases.it.db
      .selectFrom('approvals')
      .select('id')
      .where('kind', '=', 'statements.cover')
      .where('subject_id', '=', statement)
      .executeTakeFirstOrThrow()
  ).id;
const approve = async (statement: string, by: typeof forger) =>
  cases.send('POST', `/approvals/${await approvalOf(statement)}/approve`, undefined, by);

test('days that one person types mark nothing, until another person has confirmed them', async () => {
  const money = await buildTransfer(cases.it, { received_on: '2026-11-12' }, author(cases.clerk));
  const { id, message } = await importTyped();
  expect(message).toContain('This waits for approval by somebody else: statement');
  expect(await markedIn(money)).toBeNull();
  expect((await approve(id, forger)).status).toBe(403);
  expect(await approve(id, cases.clerk)).toMatchObject({
    status: 201,
    body: { message: expect.stringContaining('It covers 10 Nov 2026 to 15 Nov 2026.') },
  });
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  expect(await markedIn(money)).toBe(id);

  const back = { decision: 'never_came', reason: 'No statement shows it.' };
  const own = 'You brought the statement that this rests on, so somebody else has to decide.';
  expect(await cases.decideMoney(money, back, forger)).toMatchObject({ status: 403, body: { message: own } });
  expect((await cases.show(`T${money}`, forger)).money.reversal_hindrance).toBe(own);
  expect((await cases.decideMoney(money, back, cases.admin)).status).toBe(200);
});

test('two lines whose balances run mark nothing of the days far from them, until those are confirmed', async () => {
  const far = await buildTransfer(cases.it, { received_on: '2026-11-03' }, author(cases.clerk));
  const staff = statementsOf(cases.it, forger.headers);
  const csv = balancedCsv([{ date: '12/11/2026', id: nextTransactionId(), amount: '1.00' }]);
  const id = await staff.checked(csv, { ...BALANCED, covers_from: '2026-11-01', covers_to: '2026-11-15' });
  expect((await staff.start(id)).json().message).toContain('This waits for approval by somebody else');
  await importServer(cases.it).runDue();
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  expect(await markedIn(far)).toBeNull();
  expect((await approve(id, cases.clerk)).status).toBe(201);
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  expect(await markedIn(far)).toBe(id);
});

test('whoever brought the statement that shows ended money does not take it up again', async () => {
  const transaction_id = nextTransactionId();
  const money = await buildTransfer(cases.it, { transaction_id, received_on: '2026-11-12' }, author(cases.clerk));
  const ended = await cases.decideMoney(money, { decision: 'never_came', reason: 'Invented.' }, cases.admin);
  expect(ended.status).toBe(200);
  const staff = statementsOf(cases.it, forger.headers);
  await staff.start(await staff.checked(statementCsv([{ date: '12/11/2026', id: transaction_id, amount: '200.00' }])));
  await importServer(cases.it).runDue();
  const after = { decision: 'came_after_all', reason: 'It is there.' };
  expect((await cases.decideMoney(money, after, forger)).status).toBe(403);
  const other = await buildCaller(cases.it, 'SystemAdmin');
  expect((await cases.decideMoney(money, after, other)).status).toBe(200);
});
