import { DriverRemoval, NewUser } from '@banbo/contract';
import { expect, test } from 'vitest';
import { checkBy } from './check-by.ts';

test('a form that fits its schema has nothing wrong', () => {
  expect(checkBy(DriverRemoval)({ reason: 'Sold the car.' })).toEqual({});
});

test('each field that is wrong has one sentence, in the order of the schema, so that the first one gets the focus', () => {
  const found = checkBy(NewUser)({
    username: '',
    first_name: 'Ama',
    middle_name: '',
    last_name: 'Mensah\u200b',
    email: 'ama@',
    mobile_number: '',
    user_role: 'Legal',
  });
  expect(Object.keys(found)).toEqual(Object.keys(NewUser.shape).filter((name) => name in found));
  expect(Object.keys(found).sort()).toEqual(['email', 'last_name', 'username']);
  expect(found.email).toMatch(/e-mail/);
});

test('a form without a name says so beside its other faults', () => {
  const found = checkBy(NewUser)({ username: '', first_name: '', last_name: '', email: '' });
  expect(found.first_name).toBe('Please enter the name. One of the two is enough.');
  expect(found.username).toBeDefined();
});
