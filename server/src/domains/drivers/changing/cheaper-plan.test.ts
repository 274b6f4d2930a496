import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ForgivingOffice, startForgiving } from '../../../../test/forgiving/harness.ts';

let office: ForgivingOffice;
beforeEach(async () => {
  office = await startForgiving();
});
afterEach(() => office.close());

test('a cheaper plan of a due month waits for another person, and one from next month on does not', async () => {
  const { id } = await office.newMember({ plan: 'platinum' });
  const second = await office.newColleague();
  const owed = await office.owedBy(id);
  expect((await office.changePlan(id, '2026-12', 'standard')).message).toContain(
    'has the plan Standard from December 2026 on',
  );
  expect((await office.changePlan(id, '2026-11')).message).toContain('GHS 900.00 less would be owed.');
  expect((await office.call('GET', `/drivers/${id}`)).body.plans).toMatchObject([
    { plan: 'platinum' },
    { plan: 'standard' },
  ]);
  expect(await office.owedBy(id)).toBe(owed);
  expect((await office.approve(office.clerk)).status).toBe(403);
  expect((await office.approve(second)).body.message).toBe(
    'The driver has the plan Monthly Subscription from November 2026 on.',
  );
  expect(Number(await office.owedBy(id))).toBe(Number(owed) - 900);
  expect(await office.waivers()).toMatchObject([
    { kind: 'plan', driver_id: id, description: 'Plan Monthly Subscription from November 2026', waived: '900.00' },
  ]);
});

test('a plan that gives up more by now than when it was asked for is asked for again', async () => {
  const { id } = await office.newMember({ plan: 'platinum' });
  await office.newColleague();
  expect((await office.changePlan(id, '2026-11')).message).toContain('GHS 900.00 less would be owed.');
  office.it.clock.now = new Date('2026-12-05T10:00:00Z');
  const { body } = await office.approve(await office.newColleague());
  expect(body.message).toContain(
    'By now GHS 1,800.00 less would be owed, and not GHS 900.00. Please ask for it again.',
  );
  expect(await office.it.db.selectFrom('forgiven').selectAll().execute()).toEqual([]);
});
