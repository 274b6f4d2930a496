import { expect, test } from 'vitest';
import { type Body, createBodyBudget } from './body-budget.ts';

/** Bodies by sender; `displaced` lists those that had to make room, in order. */
const senders = () => {
  const displaced: string[] = [];
  const from = (address: string, isComing = true): Body => ({
    address,
    isComing: () => isComing,
    displace: () => displaced.push(address),
  });
  return { displaced, from };
};
const DONE = false;

test('there is no more room than the budget, and what is given back can be taken again', () => {
  const { from } = senders();
  const budget = createBodyBudget(10, 10);
  const first = budget.take(from('10.0.0.1', DONE), 6);
  expect(budget.take(from('10.0.0.2'), 5)).toBeNull();
  expect(budget.take(from('10.0.0.2', DONE), 4)).not.toBeNull();
  first?.giveBack();
  expect(budget.take(from('10.0.0.3', DONE), 6)).not.toBeNull();
  expect(budget.take(from('10.0.0.4'), 1)).toBeNull();
});

test('one address has its share, and leaves the rest to others', () => {
  const { from } = senders();
  const budget = createBodyBudget(10, 4);
  expect(budget.take(from('10.0.0.1'), 4)).not.toBeNull();
  expect(budget.take(from('10.0.0.1'), 1)).toBeNull();
  expect(budget.take(from('10.0.0.2'), 4)).not.toBeNull();
});

test('an IPv6 network has the share of an address, and its site twice as much', () => {
  const { from } = senders();
  const budget = createBodyBudget(20, 4);
  expect(budget.take(from('2001:db8:7:1::1'), 4)).not.toBeNull();
  expect(budget.take(from('2001:db8:7:1::2'), 1)).toBeNull();
  expect(budget.take(from('2001:db8:7:2::1'), 4)).not.toBeNull();
  expect(budget.take(from('2001:db8:7:3::1'), 1)).toBeNull();
  expect(budget.take(from('2001:db8:8:1::1'), 4)).not.toBeNull();
});

test('room that is given back twice counts once', () => {
  const { from } = senders();
  const budget = createBodyBudget(10, 10);
  const first = budget.take(from('10.0.0.1'), 5);
  budget.take(from('10.0.0.2', DONE), 5);
  first?.giveBack();
  first?.giveBack();
  expect(budget.take(from('10.0.0.3'), 6)).toBeNull();
  expect(budget.take(from('10.0.0.3'), 5)).not.toBeNull();
});

test('room grows as far as there is any, and stays what it was beyond that', () => {
  const { from } = senders();
  const budget = createBodyBudget(10, 10);
  const room = budget.take(from('10.0.0.1', DONE), 2);
  budget.take(from('10.0.0.2', DONE), 2);
  expect(room?.growTo(8)).toBe(true);
  expect(room?.growTo(9)).toBe(false);
  expect(room?.growTo(3)).toBe(true);
  room?.giveBack();
  expect(budget.take(from('10.0.0.3'), 8)).not.toBeNull();
});

test('room that was given back grows no more', () => {
  const { from } = senders();
  const budget = createBodyBudget(10, 10);
  const room = budget.take(from('10.0.0.1'), 2);
  room?.giveBack();
  expect(room?.growTo(10)).toBe(true);
  expect(budget.take(from('10.0.0.2'), 10)).not.toBeNull();
});

test('the oldest body on its way of the address that holds the most makes room for one that holds less', () => {
  const { displaced, from } = senders();
  const budget = createBodyBudget(10, 8);
  budget.take(from('10.0.0.1', DONE), 2);
  budget.take(from('10.0.0.1'), 2);
  budget.take(from('10.0.0.1'), 2);
  budget.take(from('10.0.0.2'), 3);
  expect(budget.take(from('10.0.0.3'), 3)).not.toBeNull();
  expect(displaced).toEqual(['10.0.0.1']);
});

test('nobody makes room for an address that would hold as much, nor a body of which all has come', () => {
  const { displaced, from } = senders();
  const budget = createBodyBudget(10, 8);
  budget.take(from('10.0.0.1'), 4);
  budget.take(from('10.0.0.2', DONE), 6);
  expect(budget.take(from('10.0.0.3'), 4)).toBeNull();
  expect(displaced).toEqual([]);
});

test('the networks of an IPv6 site make room together', () => {
  const { displaced, from } = senders();
  const budget = createBodyBudget(10, 8);
  for (let network = 1; network <= 5; network += 1) budget.take(from(`2001:db8:7:${network}::1`), 2);
  expect(budget.take(from('10.0.0.1'), 2)).not.toBeNull();
  expect(displaced).toEqual(['2001:db8:7:1::1']);
});
