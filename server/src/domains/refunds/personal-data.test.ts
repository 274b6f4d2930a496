import { afterAll, beforeAll, expect, test } from 'vitest';
import { callDriver, mergeByTwo, removeDriver } from '../../../test/drivers.ts';
import { startRefunds } from '../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

const fileOf = async (id: string): Promise<string> => {
  const url = `/api/drivers/${id}/personal_data`;
  return (await office.it.app.inject({ url, headers: office.asker.headers })).body;
};

test('a person’s file has their refunds, with those of a record that was merged into theirs', async () => {
  const [{ driver: kept }, { driver: twin }] = [await office.credited(), await office.credited()];
  const paid_to = 'Efua Sister, 024 765 4321';
  await office.approved({ from: 'credit', driver_id: twin.id, amount: '33.00', paid_to });
  const { id } = await office.it.db
    .selectFrom('payments')
    .select('id')
    .where('driver_id', '=', twin.id)
    .executeTakeFirstOrThrow();
  await office.it.db.updateTable('payments').set({ type_code: 'DP' }).where('id', '=', id).execute();
  const merged = await mergeByTwo(office.it, office.asker.headers, { id: twin.id, into: kept.id });
  expect([merged.status, merged.body.message]).toEqual([200, expect.stringContaining('merged into')]);
  const file = await fileOf(kept.id);
  for (const text of [paid_to, 'GHS 33.00', 'Paid twice.']) expect(file).toContain(text);
});

test('a person to whom a refund is to be paid is not erased before', async () => {
  const { driver } = await office.credited();
  const refund = await office.approved({ from: 'credit', driver_id: driver.id, amount: '100.00', mode: 'cash' });
  await removeDriver(office.it, office.asker.headers, driver.id);
  const erase = () =>
    callDriver(office.it, office.asker.headers, 'POST', `${driver.id}/erase`, { reason: 'Asked for by letter.' });
  expect(await erase()).toMatchObject({
    status: 409,
    body: { message: 'A refund of this driver is not paid yet. Pay or withdraw it first.' },
  });
  await office.change(refund, { change: 'pay', paid_on: '2026-11-20' });
  expect((await erase()).status).toBe(200);
});
