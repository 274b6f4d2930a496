import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { randomOf } from '../../../../test/model/random.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

const get = async (path: string) => (await cases.send('GET', path)).body;

const listed = async (query = '') => {
  const { headers } = cases.clerk;
  const answer = await cases.it.app.inject({ url: `/api/clearance?size=100${query}`, headers });
  return { count: Number(answer.headers['x-total-count']), rows: answer.json() as { id: string; reason: string }[] };
};

/** The number of waiting cases wherever it stands: menu, dashboard and page, list, and its rows. */
const counts = async (): Promise<number[]> => {
  const { all, reasons } = await get('/clearance/figures');
  const { count, rows } = await listed();
  const sum = reasons.reduce((total: number, one: { count: number }) => total + one.count, 0);
  return [(await get('/office_counts')).counts['/payment_clearance'], all.count, sum, count, rows.length];
};

const agree = async (): Promise<number> => {
  const [menu = 0, ...others] = await counts();
  expect(others).toEqual(others.map(() => menu));
  return menu;
};

const REASON = { reason: 'No payment with this transaction ID reached us.' };

/** Claims with and without money, money without claims: as many of each as chance gives. */
const addCases = async (upTo: (most: number) => number): Promise<void> => {
  for (let left = 2 + upTo(3); left > 0; left -= 1) await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  for (let left = 1 + upTo(3); left > 0; left -= 1) await cases.differing('150.00');
  for (let left = 1 + upTo(3); left > 0; left -= 1) await buildTransfer(cases.it, { amount: '90.00' });
};

/** Decides on a case as a clerk may; it is refused where somebody else was first. */
const decide = async ({ id, reason }: { id: string; reason: string }, by = cases.clerk): Promise<number> => {
  const isMoney = id.startsWith('T');
  const body = reason === 'differs' ? { decision: 'clear' } : { decision: isMoney ? 'dismiss' : 'reject', ...REASON };
  return (await (isMoney ? cases.decideMoney(id.slice(1), body, by) : cases.decide(id, body, by))).status;
};

test.each([1, 2, 3])('the menu, the dashboard and the page count the same cases, with the seed %i', async (seed) => {
  const random = randomOf(seed);
  await addCases((most) => random.below(most + 1));
  const before = await agree();
  const { rows } = await listed();
  const first = random.of(rows);
  const second = random.of(rows.filter((one) => one !== first));
  if (!first || !second) throw new Error('No cases to decide on');
  expect(await decide(first)).toBe(200);
  expect(await agree()).toBe(before - 1);
  const statuses = await Promise.all([decide(second), decide(second, cases.admin)]);
  expect(statuses.toSorted()).toEqual([200, 409]);
  expect(await agree()).toBe(before - 2);
});

test('the claims of one payment type are counted as they are listed', async () => {
  const figures = await get('/clearance/figures?payment_type=RF');
  const { count, rows } = await listed('&payment_type=RF');
  const sum = figures.reasons.reduce((total: number, one: { count: number }) => total + one.count, 0);
  expect([figures.all.count, sum, count]).toEqual([rows.length, rows.length, rows.length]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ id }) => !id.startsWith('T'))).toBe(true);
  const reason = rows[0]?.reason ?? '';
  const ofReason = figures.reasons.find((one: { reason: string }) => one.reason === reason);
  expect((await listed(`&payment_type=RF&reason=${reason}`)).count).toBe(ofReason.count);
  expect((await listed('&payment_type=DP')).count).toBe(0);
});
