import { defaultRights } from '@banbo/contract';
import { expect, test } from 'vitest';
import { abilityOf } from './ability.ts';

test('a stranger may do nothing and stands above nobody', () => {
  expect(abilityOf(null).can('dashboard.read')).toBe(false);
  expect(abilityOf(null).isAbove('Member')).toBe(false);
});

test.each(['Operations', 'Legal', 'SystemUser'] as const)('%s may not read payments', (role) => {
  expect(abilityOf(defaultRights(role)).can('payments.read')).toBe(false);
  expect(abilityOf(defaultRights(role)).can('dashboard.read')).toBe(true);
});

test('one acts on lower ranks, and not on one’s own', () => {
  const { can, isAbove } = abilityOf(defaultRights('SystemAdmin'));
  expect(can('payments.read')).toBe(true);
  expect(isAbove('SuperUser')).toBe(true);
  expect(isAbove('SystemAdmin')).toBe(false);
  expect(isAbove('SuperAdmin')).toBe(false);
});

test('what a role was given or lost counts, whatever its default', () => {
  const { can } = abilityOf({ role: 'Operations', permissions: ['payments.receive'] });
  expect([can('payments.receive'), can('dashboard.read')]).toEqual([true, false]);
});
