import type { TenantRecord } from '@banbo/contract';
import { expect, test } from 'vitest';
import { changedOfSection, valuesOfSection } from './section-values.ts';

const TENANT = {
  ...{ kind: 'person', last_name: 'ODONKOR', first_name: 'GRACE', foreign_share: null },
  ...{ contact_number: '+233244417001', other_number: null, email: '' },
} as TenantRecord;

const CONTACT = ['contact_number', 'other_number', 'email'] as const;

test('phones show behind the country code, and what nobody filled in is empty', () => {
  expect(valuesOfSection(TENANT, CONTACT)).toEqual({ contact_number: '24 441 7001', other_number: '', email: '' });
});

test('only fields that differ are sent, phones whole and empty ones as none', () => {
  const values = valuesOfSection(TENANT, CONTACT);
  expect(changedOfSection(TENANT, CONTACT, values)).toEqual({});
  const typed = { ...values, contact_number: '020 888 0001', email: ' a@example.com ' };
  expect(changedOfSection(TENANT, CONTACT, typed)).toEqual({
    contact_number: '+233208880001',
    email: 'a@example.com',
  });
  const other = { ...TENANT, other_number: '+233208880001' } as TenantRecord;
  expect(changedOfSection(other, CONTACT, values)).toEqual({ other_number: null });
});

test('a share is a number, and none for a person', () => {
  const company = { ...TENANT, kind: 'organisation', foreign_share: 10 } as TenantRecord;
  const fields = ['kind', 'foreign_share'] as const;
  expect(changedOfSection(company, fields, { kind: 'organisation', foreign_share: '60' })).toEqual({
    foreign_share: 60,
  });
  expect(changedOfSection(company, fields, { kind: 'person', foreign_share: '' })).toEqual({
    kind: 'person',
    foreign_share: null,
  });
});
