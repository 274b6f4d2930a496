import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { BALANCED, cellsOf, csvOf, HEADER, type Line, withBalances } from '../../../../test/builders/statements.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { line } from '../../../../test/statements/harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

let cases: Cases;
let sender: Person;
let other: Person;
beforeAll(async () => {
  cases = await startCases();
  sender = await buildCaller(cases.it, 'SuperUser');
  other = await buildCaller(cases.it, 'SystemAdmin');
});
// Each test begins as if no statement covered a day yet.
beforeEach(async () => {
  await cases.it.db.updateTable('statement_imports').set({ covers_from: null, covers_to: null }).execute();
});
afterAll(() => cases.close());

const WEEK = { ...BALANCED, covers_from: '2026-11-11', covers_to: '2026-11-19' };

const send = (lines: readonly Line[], given: object = {}) =>
  statementsOf(cases.it, sender.headers).checked(csvOf(withBalances([HEADER, ...lines.map(cellsOf)])), {
    ...BALANCED,
    ...given,
  });
const start = async (id: string, by: Person): Promise<void> => {
  expect((await statementsOf(cases.it, by.headers).start(id)).statusCode).toBe(201);
  await importServer(cases.it).runDue();
};
/** The outcome of the first line of money in, why, and how many lines each outcome has. */
const said = async (id: string) => {
  const staff = statementsOf(cases.it, sender.headers);
  const received = (await staff.lines(id)).find(({ outcome }) => outcome !== 'outgoing');
  return { outcome: received?.outcome, reason: received?.reason, counts: await staff.counts(id) };
};

/** Imports a statement that covers a week, with other money at its ends. */
const cover = async (given: object = {}): Promise<string> => {
  const ends = ['12/11/2026', '17/11/2026'].map((date) => line({ date, amount: '10.00' }));
  const id = await send(ends, { ...WEEK, ...given });
  await start(id, other);
  return id;
};
const claimed = async () => {
  const driver = await cases.newDriver();
  const claim = submissionOf(driver);
  const name = `${driver.first_name} ${driver.last_name} (${driver.driver_code}), REGISTRATION FEE`;
  return { claim: await buildPayment(cases.it, claim), id: claim.transaction_id, name };
};

test('a line of a day that another statement covers is said to wait, waits, and does so for a person', async () => {
  const covering = await cover();
  const { claim, id, name } = await claimed();
  const later = await send([line({ id })]);
  const lacking = `${name}: statement ${covering} covers 18 Nov 2026 and does not have it.`;
  expect(await said(later)).toEqual({
    outcome: 'waits',
    reason: `${lacking} It clears if somebody else than its sender imports this file.`,
    counts: { outgoing: 1, waits: 1 },
  });
  await start(later, sender);
  expect(await said(later)).toEqual({ outcome: 'waits', reason: lacking, counts: { outgoing: 1, waits: 1 } });
  expect((await cases.paymentOf(claim)).status).toBe('submitted');
});

test('where somebody else than the sender imports it, it clears, as the preview says', async () => {
  await cover();
  const { claim, id, name } = await claimed();
  const later = await send([line({ id })]);
  await start(later, other);
  expect(await said(later)).toEqual({ outcome: 'clears', reason: name, counts: { outgoing: 1, clears: 1 } });
  expect((await cases.paymentOf(claim)).status).toBe('cleared');
});

test('money without a claim waits as missing too, and says so before and after', async () => {
  const covering = await cover();
  const later = await send([line()]);
  const wanted = {
    outcome: 'waits',
    reason: `No claim has this transaction ID, and statement ${covering} covers 18 Nov 2026 and does not have it.`,
  };
  expect(await said(later)).toMatchObject(wanted);
  await start(later, sender);
  expect(await said(later)).toMatchObject(wanted);
});

test.each([
  ['another network’s', { network: 'MTN' }, { network: 'TELECEL' }, '18/11/2026'],
  ['the bank’s', { mode: 'bank' }, {}, '18/11/2026'],
  ['other days’', { covers_to: '2026-11-17' }, {}, '18/11/2026'],
  ['no day of today’s', {}, {}, '20/11/2026'],
])('%s statement keeps no line waiting', async (_, covering, given, date) => {
  await cover(covering);
  const { claim, id } = await claimed();
  const later = await send([line({ id, date })], given);
  expect((await said(later)).outcome).toBe('clears');
  await start(later, sender);
  expect((await said(later)).outcome).toBe('clears');
  expect((await cases.paymentOf(claim)).status).toBe('cleared');
});

test('of the bank account the days are judged alike, once statements cover those on which it may date the money', async () => {
  await cover({ mode: 'bank' });
  const outcomes = [];
  for (const date of ['14/11/2026', '18/11/2026']) {
    const { id } = await claimed();
    const later = await send([line({ id, date })], { mode: 'bank' });
    const before = (await said(later)).outcome;
    await start(later, sender);
    outcomes.push([before, (await said(later)).outcome]);
  }
  expect(outcomes).toEqual([
    ['waits', 'waits'],
    ['clears', 'clears'],
  ]);
});
