import { expect, test } from 'vitest';
import { actionChoices } from './audit-actions.ts';

test('the audit log is filtered by actions in plain words, or not at all', () => {
  const choices = actionChoices('users.block');
  expect(choices[0]).toEqual({ value: '', label: 'Everything' });
  expect(choices.filter(({ value }) => value === 'users.block')).toEqual([
    { value: 'users.block', label: 'Blocked a user' },
  ]);
});

test('an action from the address that is not known stays chosen', () => {
  expect(actionChoices('tariffs.change').at(-1)).toEqual({ value: 'tariffs.change', label: 'tariffs.change' });
});
