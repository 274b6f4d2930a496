import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, auditActionLabel } from './audit-actions.ts';

test('an action is told in plain words', () => {
  expect(auditActionLabel('users.block')).toBe('Blocked a user');
});

test('every action has words of its own', () => {
  const labels = Object.values(AUDIT_ACTIONS);
  expect(new Set(labels).size).toBe(labels.length);
});

test.each(['tariffs.change', 'toString', ''])('an action that is not known is told as it was stored: %j', (action) => {
  expect(auditActionLabel(action)).toBe(action);
});
