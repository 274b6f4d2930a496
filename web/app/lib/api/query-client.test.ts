// @vitest-environment happy-dom
import {
  changeDriver,
  driverChangeList,
  getYearlyPrice,
  listPaymentTypes,
  paymentTypes,
  userList,
} from '@banbo/contract';
import { beforeEach, expect, test } from 'vitest';
import { refusal, serve } from '../../../test/dom/served.ts';
import { change, keyOf, queryClient, read } from './query-client.ts';

const types = read(listPaymentTypes, { query: { side: 'drivers' } });
const price = read(getYearlyPrice, { params: { id: '3' } });
const users = { queryKey: keyOf(userList.page, {}) };
const isStale = ({ queryKey }: { queryKey: readonly unknown[] }) => queryClient.getQueryState(queryKey)?.isInvalidated;

beforeEach(() => {
  queryClient.clear();
  for (const { queryKey } of [types, price, users]) queryClient.setQueryData<unknown>(queryKey, []);
});

const rename = () => change(paymentTypes.change, { params: { id: '9' }, body: { description: 'TOWING' } });

test('the drivers’ payment types and the prices that name them are not kept after a type was renamed, users are', async () => {
  serve({ '/payment_types/9': { status: true, message: 'Saved.' } });
  await rename();
  expect([types, price, users].map(isStale)).toEqual([true, true, false]);
});

test('a change that is refused because somebody was faster has the records read anew, too', async () => {
  serve({ '/payment_types/9': () => refusal(409, 'Somebody was faster.') });
  await expect(rename()).rejects.toThrow('Somebody was faster.');
  expect(isStale(types)).toBe(true);
});

test('the history of a driver is not kept after one of their fields was changed', async () => {
  const history = { queryKey: keyOf(driverChangeList.page, { query: { driver_id: '7' } }) };
  queryClient.setQueryData<unknown>(history.queryKey, []);
  serve({ '/drivers/7': { status: true, message: 'The driver was changed.' } });
  await change(changeDriver, {
    params: { id: '7' },
    body: { version: 1, reason: 'As on the licence.', email: 'a@b.gh' },
  });
  expect(isStale(history)).toBe(true);
});
