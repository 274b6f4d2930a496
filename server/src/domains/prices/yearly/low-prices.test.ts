import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ForgivingOffice, startForgiving } from '../../../../test/forgiving/harness.ts';
import { getList } from '../../../../test/list.ts';

let office: ForgivingOffice;
beforeEach(async () => {
  office = await startForgiving();
});
afterEach(() => office.close());

test('a first price below that of the year before waits, and there is none until another approves it', async () => {
  const { id } = await office.newMember();
  const second = await office.newColleague();
  const asked = await office.addPrice({ year: 2028, amount: '1.00' });
  expect(asked).toMatchObject({ status: 201, body: { entry: null } });
  expect(asked.body.message).toContain('That is below the GHS 300.00 of 2027.');
  expect((await office.call('GET', '/payment_list?year=2028')).body).toEqual([]);
  expect((await office.addPrice({ year: 2028, amount: '1.00' })).status).toBe(409);
  expect((await office.approve(office.clerk)).status).toBe(403);
  expect((await office.approve(second)).body.message).toContain('costs GHS 1.00 in 2028.');
  expect((await office.call('GET', '/payment_list?year=2028')).body).toMatchObject([
    { amount: '1.00', plan: 'monthly' },
  ]);
  expect(await office.owedBy(id)).not.toBe('0.00');
});

test('a first price without one to compare it with waits once a driver is registered', async () => {
  await office.it.db.deleteFrom('payment_list').where('type_code', '=', 'DP').execute();
  const add = (year: number) => office.addPrice({ year, type_code: 'DP', plan: undefined, amount: '90.00' });
  expect(await add(2026)).toMatchObject({ body: { entry: { amount: '90.00' } } });
  await office.newMember();
  await office.newColleague();
  await office.it.db.deleteFrom('payment_list').where('type_code', '=', 'DP').execute();
  expect((await add(2027)).body).toMatchObject({ entry: null });
  expect((await office.waiting())[0]).toMatchObject({ kind: 'prices.add', subject: 'DEVICE PAYMENT 2027' });
  // Years before the first driver are sold to nobody.
  expect((await add(2025)).body).toMatchObject({ entry: { year: 2025 } });
});

test('a price of a coming year is raised at once, and lowered once another approves', async () => {
  await office.newMember();
  const second = await office.newColleague();
  const { entry } = (await office.addPrice({ year: 2028, amount: '300.00' })).body;
  const change = (amount: string) => office.call('PATCH', `/payment_list/${entry.id}`, { amount });
  expect((await change('310.00')).body.entry).toMatchObject({ amount: '310.00' });
  const lower = (await change('305.00')).body;
  expect(lower.entry).toMatchObject({ amount: '310.00' });
  expect(lower.message).toContain('That is below the GHS 310.00 that it costs now.');
  await office.approve(second);
  expect((await office.call('GET', `/payment_list/${entry.id}`)).body.amount).toBe('305.00');
});

test('a price of a use below the one that holds there waits', async () => {
  const second = await office.newColleague();
  const add = async (given: object) =>
    (await office.call('POST', '/yearly_payments', { year: 2030, type_code: 'CC1000', ...given })).body;
  expect(await add({ amount: '5000.00' })).toMatchObject({ entry: { amount: '5000.00' } });
  expect(await add({ land_use: 'commercial', amount: '6000.00' })).toMatchObject({ entry: { amount: '6000.00' } });
  expect(await add({ land_use: 'residential', amount: '1.00' })).toMatchObject({ entry: null });
  expect((await office.approve(second)).body.message).toContain('costs GHS 1.00 in 2030.');
});

test('an office of one decides alone, and it is marked so', async () => {
  await office.newMember();
  const answer = await office.addPrice({ year: 2028, amount: '1.00' });
  expect(answer.body).toMatchObject({ entry: { amount: '1.00' } });
  expect(answer.body.message).toContain('marked as decided alone');
});

test('a lower price says what it gives up, and is asked for again where that is more by now', async () => {
  await office.newMember({ plan: 'monthly' });
  const second = await office.newColleague();
  const { rows } = await getList(office.it, '/payment_list?year=2026');
  const isMonthly = ({ plan }: { plan: string | null }) => plan === 'monthly';
  const { id, amount } = rows.find(isMonthly);
  const lower = String(Number(amount) - 50);
  const ask = () => office.call('PATCH', `/payment_list/${id}`, { amount: `${lower}.00` });
  expect((await ask()).body.message).toContain('GHS 50.00 less would be owed.');
  await office.newMember({ plan: 'monthly' });
  expect((await office.approve(second)).body.message).toContain('By now GHS 100.00 less would be owed');
  await ask();
  expect((await office.waiting())[0].changes[0]).toMatchObject({ after: 'GHS 100.00 less would be owed.' });
  // A newer server may store more with it.
  const input = JSON.stringify({ from: amount, to: `${lower}.00`, more: 1 });
  await office.it.db.updateTable('approvals').set({ input }).execute();
  expect((await office.call('GET', `/payment_list/${id}`)).body.waiting).toMatchObject({ amount: `${lower}.00` });
});

test('a price that another set is not removed alone, to be added again for less', async () => {
  await office.newMember();
  const second = await office.newColleague();
  const { entry } = (await office.addPrice({ year: 2028, amount: '350.00' })).body;
  const remove = (by = office.clerk) => office.call('DELETE', `/payment_list/${entry.id}`, undefined, by);
  expect((await remove(second)).body.message).toContain('This waits for approval by somebody else');
  expect((await office.approve(office.clerk)).body.message).toContain('for 2028 is deleted.');
  const { entry: own } = (await office.addPrice({ year: 2029, amount: '350.00' })).body;
  const ownRemoval = await office.call('DELETE', `/payment_list/${own.id}`);
  expect(ownRemoval.body.message).toContain('for 2029 is deleted.');
});

test('a price of a coming year that two people set is removed by two', async () => {
  await office.newMember();
  const second = await office.newColleague();
  const { entry } = (await office.addPrice({ year: 2028, amount: '300.00' })).body;
  const remove = (by = office.clerk) => office.call('DELETE', `/payment_list/${entry.id}`, undefined, by);
  const raise = (amount: string, by = second) => office.call('PATCH', `/payment_list/${entry.id}`, { amount }, by);
  await raise('350.00');
  expect((await remove()).body.message).toContain('This waits for approval by somebody else');
  expect((await raise('360.00')).status).toBe(409);
  expect((await office.approve(office.clerk)).status).toBe(403);
  expect((await office.call('GET', `/payment_list/${entry.id}`)).body.amount).toBe('350.00');
  expect((await office.approve(second)).body.message).toContain('for 2028 is deleted.');
  expect((await office.call('GET', `/payment_list/${entry.id}`)).status).toBe(404);
});
