import * as contract from '@banbo/contract';
import { expect, test } from 'vitest';
import { nextSort, sortLabel } from './list-screen.tsx';
import { askedOf, changeAddress, listQuery, readAddress } from './list-state.ts';

const { auditList, driverList, paymentList, userList } = contract;

const read = (text: string) => new URLSearchParams(text);

test('an address without anything is the first page in the usual order, without a filter', () => {
  expect(readAddress(userList, read(''))).toEqual({
    page: 1,
    size: 20,
    sort: 'name',
    filters: { search: '', user_role: '' },
    isSortable: true,
    isFiltered: false,
  });
});

test('page, size, sort and filters are read from the address', () => {
  expect(readAddress(userList, read('page=3&size=50&sort=-last_login&search=ama&user_role=Legal'))).toMatchObject({
    page: 3,
    size: 50,
    sort: '-last_login',
    filters: { search: 'ama', user_role: 'Legal' },
    isFiltered: true,
  });
});

test.each(['page=0', 'page=x', 'page=-1', 'size=7', 'sort=colour', 'user_role=King'])(
  'what a list does not take, as %s, counts as left out',
  (text) => {
    expect(readAddress(userList, read(text))).toEqual(readAddress(userList, read('')));
  },
);

test('a day that does not exist filters nothing', () => {
  expect(readAddress(auditList, read('from=2026-02-30&to=2026-02-28')).filters).toMatchObject({
    from: '',
    to: '2026-02-28',
  });
});

test('a filter of the screen holds whatever the address says, and does not count as one of the reader', () => {
  const address = readAddress(paymentList, read('payment_type=DP'), { fixed: { payment_type: 'SS' } });
  expect([address.filters.payment_type, address.isFiltered]).toEqual(['SS', false]);
});

test('rows with an order of their own are not sorted', () => {
  for (const filter of ['car_number=GR', 'removed=true']) {
    expect(readAddress(driverList, read(`${filter}&sort=registered_at`))).toMatchObject({
      isSortable: false,
      sort: '-registered_at',
    });
  }
  expect(readAddress(driverList, read('sort=registered_at'))).toMatchObject({
    isSortable: true,
    sort: 'registered_at',
  });
});

test('a change leaves the rest of the address, and an empty value leaves the address', () => {
  expect(changeAddress(read('user=7&page=3&search=ama'), { page: null, search: '', sort: '-name' }).toString()).toBe(
    'user=7&sort=-name',
  );
});

test('the server is asked for what holds alone, and each page and filter has a place of its own in the cache', () => {
  const address = readAddress(userList, read('search=ama&page=2'));
  expect(askedOf(address)).toEqual({ search: 'ama', sort: 'name' });
  expect(listQuery(userList, address).queryKey).toEqual([
    'users',
    '/users',
    { query: { search: 'ama', sort: 'name', page: 2, size: 20 } },
  ]);
});

test('a press on a header turns the order around, and one on another header sorts its usual way', () => {
  expect(nextSort(userList, 'name', 'name')).toBe('-name');
  expect(nextSort(userList, 'name', '-name')).toBe('name');
  expect(nextSort(userList, 'last_login', 'name')).toBe('-last_login');
});

type List = Pick<contract.ShownList, 'name' | 'sorts' | 'columns'>;
const isList = (one: object | string | number | boolean): one is List =>
  typeof one === 'object' && 'sorts' in one && 'columns' in one;
const LISTS = Object.values<object | string | number | boolean>(contract).filter(isList);

test('the contract’s lists are looked at', () => expect(LISTS.length).toBeGreaterThan(10));

// A look-up's rows have a fixed order.
test.each(LISTS.filter(({ sorts }) => sorts.length > 0))(
  'every sort of $name has a header and words of its own, and can be turned around',
  (list) => {
    const labels = list.sorts.map((sort) => sortLabel(list, sort));
    expect(new Set(labels).size).toBe(list.sorts.length);
    for (const label of labels) expect(label).toMatch(/^[A-Z].*, /);
    expect(list.sorts.length % 2).toBe(0);
  },
);
