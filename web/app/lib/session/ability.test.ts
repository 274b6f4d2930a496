import { expect, test } from 'vitest';
import { abilityOf } from './ability.ts';

test('a stranger may do nothing and stands above nobody', () => {
  expect(abilityOf(undefined).can('dashboard.read')).toBe(false);
  expect(abilityOf(undefined).isAbove('Member')).toBe(false);
});

test.each(['Operations', 'Accounts', 'Legal', 'SystemUser'] as const)('%s may not read payments', (role) => {
  expect(abilityOf(role).can('payments.read')).toBe(false);
  expect(abilityOf(role).can('dashboard.read')).toBe(true);
});

test('one acts on lower ranks, and not on one’s own', () => {
  const { can, isAbove } = abilityOf('SystemAdmin');
  expect(can('payments.read')).toBe(true);
  expect(isAbove('SuperUser')).toBe(true);
  expect(isAbove('SystemAdmin')).toBe(false);
  expect(isAbove('SuperAdmin')).toBe(false);
});
