import { afterEach, beforeEach, expect, test } from 'vitest';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { SAME_PERSON } from '../../../../test/drivers.ts';
import { type ForgivingOffice, startForgiving } from '../../../../test/forgiving/harness.ts';

let office: ForgivingOffice;
beforeEach(async () => {
  office = await startForgiving();
});
afterEach(() => office.close());

test('one person gives up as much in a day as the company lets them', async () => {
  await setCompany(office.it.db, { forgive_limit: '600.00' });
  await office.newColleague();
  const drivers = [await office.newMember({ plan: 'standard' }), await office.newMember({ plan: 'standard' })];
  const [first, other] = await Promise.all(drivers.map(async ({ id }) => office.changePlan(id, '2026-11')));
  const waits = [first, other].filter(({ message }) => message.startsWith('This waits'));
  expect(waits).toHaveLength(1);
  expect(waits[0]?.message).toContain(
    'GHS 500.00 less would be owed. With the GHS 500.00 that you gave up today, that is above the limit of GHS 600.00.',
  );
  expect(await office.waivers()).toMatchObject([{ kind: 'plan', waived: '500.00', approved_by: null }]);
});

test('a merge that pays what the kept record owes waits, and is listed once another approves it', async () => {
  const [payer, friend] = [await office.newMember({ plan: 'monthly' }), await office.newMember({ plan: 'monthly' })];
  const second = await office.newColleague();
  await buildPayment(office.it, submissionOf(payer, { amount: '1200.00' }), 'cleared');
  const owed = await office.owedBy(friend.id);
  const body = { into: friend.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  const asked = (await office.call('POST', `/drivers/${payer.id}/merge`, body)).body;
  expect(asked.message).toBe(
    `This waits for approval by somebody else: ${payer.driver_code}. GHS 1,200.00 less would be owed.`,
  );
  expect(await office.owedBy(friend.id)).toBe(owed);
  expect((await office.waiting())[0].changes).toContainEqual({
    field: `Debts of ${friend.driver_code}`,
    before: 'GHS 1,200.00',
    after: 'Paid by this record',
  });
  expect((await office.approve(office.clerk)).status).toBe(403);
  expect((await office.approve(second)).body.message).toBe(
    `${payer.driver_code} was merged into ${friend.driver_code}.`,
  );
  expect(await office.waivers()).toMatchObject([{ kind: 'merge', driver_id: friend.id, waived: '1200.00' }]);
});
