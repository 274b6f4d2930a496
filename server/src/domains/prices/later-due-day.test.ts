import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ForgivingOffice, startForgiving } from '../../../test/forgiving/harness.ts';

let office: ForgivingOffice;
beforeEach(async () => {
  office = await startForgiving();
});
afterEach(() => office.close());

test('a later due day of what drivers owe says what it forgives, and waits for another person', async () => {
  const { id } = await office.newMember();
  const second = await office.newColleague();
  const [owed, subscription] = [await office.owedBy(id), await office.typeOf('SS')];
  const asked = await office.call('PATCH', `/payment_types/${subscription.id}`, { due_from: '2027-06-01' });
  expect(asked.body.message).toBe(
    'This waits for approval by somebody else: MONTHLY SUBSCRIPTION. GHS 800.00 less would be owed.',
  );
  expect(asked.body.entry).toEqual(subscription);
  expect(await office.owedBy(id)).toBe(owed);
  expect((await office.waiting())[0].changes).toEqual([
    { field: 'Waits because', before: '', after: 'GHS 800.00 less would be owed.' },
    { field: 'Due from', before: '1 Jan 2024', after: '1 Jun 2027' },
  ]);
  expect((await office.approve(office.clerk)).status).toBe(403);
  expect((await office.approve(second)).body.message).toBe('MONTHLY SUBSCRIPTION is due from 1 Jun 2027 on.');
  expect(Number(await office.owedBy(id))).toBe(Number(owed) - 800);
  expect(await office.waivers()).toMatchObject([
    { kind: 'payment_type', driver_id: null, waived: '800.00', payment_type: null, status: 'used' },
  ]);
  expect((await office.call('GET', '/waivers/figures')).body).toEqual([
    { kind: 'forgiven', by: 'people', count: 1, amount: '800.00' },
  ]);
});

test('a due day is changed at once to an earlier one, of what nobody owes yet, and before the first driver', async () => {
  const change = async (code: string, due_from: string) =>
    (await office.call('PATCH', `/payment_types/${(await office.typeOf(code)).id}`, { due_from })).body;
  await office.newColleague();
  expect(await change('SS', '2026-12-01')).toMatchObject({ entry: { due_from: '2026-12-01' } });
  await office.newMember();
  expect(await change('SS', '2027-01-01')).toMatchObject({ entry: { due_from: '2027-01-01' } });
  expect(await change('RF', '2024-01-01')).toMatchObject({ entry: { due_from: '2024-01-01' } });
  expect(await office.waivers()).toEqual([]);
});

test('a later due day that gives up more by now than when it was asked for is asked for again', async () => {
  await office.newMember();
  const second = await office.newColleague();
  const { id } = await office.typeOf('SS');
  await office.call('PATCH', `/payment_types/${id}`, { due_from: '2027-06-01' });
  await office.newMember();
  expect((await office.approve(second)).body.message).toContain('By now GHS 600.00 less would be owed');
  expect((await office.typeOf('SS')).due_from).toBe('2024-01-01');
});
